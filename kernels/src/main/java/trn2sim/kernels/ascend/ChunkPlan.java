package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.List;

/**
 * How a source's tiles are cut into chunks and the chunks given to communication blocks. Tiles are
 * numbered row group by row group, K fastest.
 *
 * @param strips row groups of a source
 * @param kTiles tiles of a row group
 * @param perDest blocks that serve one destination
 * @param interleaved whether a block takes every {@code perDest}-th chunk, not a run of them
 */
record ChunkPlan(int strips, int kTiles, int size, int perDest, boolean interleaved) {
  private static final int SMALLEST = 4;
  private static final int MOST_CHUNKS = 128;
  private static final int LARGEST = 64;

  /** Tiles of a chunk for a source of {@code tiles} tiles, by the original's rule. */
  static int sizeFor(int tiles) {
    if (tiles <= 0 || ceil(tiles, SMALLEST) <= MOST_CHUNKS) {
      return SMALLEST;
    }
    int size = ceil(tiles, MOST_CHUNKS);
    return Math.min(LARGEST, ceil(size, SMALLEST) * SMALLEST);
  }

  /** Blocks for each destination; at least one. */
  static int perDest(int blocks, int ranks) {
    return ranks == 1 ? 1 : Math.max(1, blocks / (ranks - 1));
  }

  int tiles() {
    return strips * kTiles;
  }

  int chunks() {
    return ceil(tiles(), size);
  }

  int firstTile(int chunk) {
    return chunk * size;
  }

  int endTile(int chunk) {
    return Math.min(tiles(), (chunk + 1) * size);
  }

  /** The first chunk that holds a tile of the strip. */
  int firstChunk(int strip) {
    return strip * kTiles / size;
  }

  int lastChunk(int strip) {
    return ((strip + 1) * kTiles - 1) / size;
  }

  /** How many tiles of a chunk belong to a strip. */
  int tilesIn(int chunk, int strip) {
    int from = Math.max(firstTile(chunk), strip * kTiles);
    int to = Math.min(endTile(chunk), (strip + 1) * kTiles);
    return Math.max(0, to - from);
  }

  /** The chunks that the {@code j}-th block of a destination sends, in order. */
  List<Integer> ofBlock(int j) {
    List<Integer> own = new ArrayList<>();
    int run = ceil(chunks(), perDest);
    int first = interleaved ? j : j * run;
    int step = interleaved ? perDest : 1;
    int end = interleaved ? chunks() : Math.min(chunks(), (j + 1) * run);
    for (int chunk = first; chunk < end; chunk += step) {
      own.add(chunk);
    }
    return own;
  }

  private static int ceil(int value, int of) {
    return (value + of - 1) / of;
  }
}

package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.List;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;

/**
 * Which SBUF tiles the steps of a script use, and when each is used next, for somebody who goes
 * through the steps in order.
 */
final class TileUses {
  /** The next use of a tile that is used no more. */
  static final int NEVER = Integer.MAX_VALUE;

  private final Operands operands;

  /** The uses of step i, one for each of its tiles, are those from {@code start[i]} on. */
  private final int[] start;

  /** By use: the tile, whether it is written, and the step that uses it next. */
  private final int[] tiles;

  private final boolean[] writes;
  private final int[] following;

  /** By tile: the first step that uses it and is not done. */
  private final int[] next;

  private final boolean[] pinned;

  TileUses(Operands operands) {
    this.operands = operands;
    List<Buffer> buffers = operands.script().buffers();
    this.start = new int[operands.steps() + 1];
    this.tiles = new int[operands.count()];
    this.writes = new boolean[tiles.length];
    this.following = new int[tiles.length];
    this.next = new int[buffers.size()];
    this.pinned = new boolean[next.length];
    boolean[] sbuf = new boolean[next.length];
    for (Buffer buffer : buffers) {
      sbuf[buffer.id()] = buffer.space() == MemorySpace.SBUF;
      pinned[buffer.id()] = buffer.role() != Buffer.Role.SCRATCH;
    }
    for (int step = 0; step < operands.steps(); step++) {
      list(step, sbuf);
    }
    Arrays.fill(next, NEVER);
    for (int step = operands.steps() - 1; step >= 0; step--) {
      for (int use = start[step]; use < start[step + 1]; use++) {
        following[use] = next[tiles[use]];
        next[tiles[use]] = step;
      }
    }
  }

  private void list(int step, boolean[] sbuf) {
    int end = start[step];
    for (int i = operands.start(step); i < operands.end(step); i++) {
      int tile = operands.buffer(i);
      if (sbuf[tile] && !contains(start[step], end, tile)) {
        writes[end] = i < operands.reads(step);
        tiles[end++] = tile;
      }
    }
    start[step + 1] = end;
    for (int use = start[step]; use < end && operands.synchronises(step); use++) {
      pinned[tiles[use]] = true;
    }
  }

  private boolean contains(int from, int end, int tile) {
    for (int use = from; use < end; use++) {
      if (tiles[use] == tile) {
        return true;
      }
    }
    return false;
  }

  /** What a script holds at the most, in bytes per partition, run one instruction at a time. */
  static long peak(Operands operands) {
    int[] first = new int[operands.script().buffers().size()];
    int[] last = new int[first.length];
    Arrays.fill(first, NEVER);
    for (int step = 0; step < operands.steps(); step++) {
      for (int i = operands.start(step); i < operands.end(step); i++) {
        int buffer = operands.buffer(i);
        first[buffer] = Math.min(first[buffer], step);
        last[buffer] = step;
      }
    }
    long[] change = new long[operands.steps() + 1];
    for (Buffer buffer : operands.script().buffers()) {
      if (buffer.space() == MemorySpace.SBUF && first[buffer.id()] != NEVER) {
        change[first[buffer.id()]] += buffer.sbufBytes();
        change[last[buffer.id()] + 1] -= buffer.sbufBytes();
      }
    }
    long held = 0;
    long most = 0;
    for (long more : change) {
      held += more;
      most = Math.max(most, held);
    }
    return most;
  }

  /** The first use of a step. */
  int start(int step) {
    return start[step];
  }

  int end(int step) {
    return start[step + 1];
  }

  /** The number of the tile that is used. */
  int tile(int use) {
    return tiles[use];
  }

  boolean writes(int use) {
    return writes[use];
  }

  /** The first step that uses a tile and is not done. */
  int next(int tile) {
    return next[tile];
  }

  /** A use is over. */
  void done(int use) {
    next[tiles[use]] = following[use];
  }

  /** Whether a step puts something new in all of a tile without reading it. */
  boolean overwrites(int step, Buffer tile) {
    boolean whole = false;
    for (int i = operands.start(step); i < operands.reads(step); i++) {
      whole |= operands.buffer(i) == tile.id() && operands.get(i).size() == tile.size();
    }
    for (int i = operands.reads(step); i < operands.end(step); i++) {
      whole &= operands.buffer(i) != tile.id();
    }
    return whole;
  }

  /** Whether a tile has to stay where it is. */
  boolean isPinned(int tile) {
    return pinned[tile];
  }
}

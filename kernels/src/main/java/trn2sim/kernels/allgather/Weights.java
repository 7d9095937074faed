package trn2sim.kernels.allgather;

import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.CoreScript;

/** The rhs of a rank, loaded once and kept in SBUF, or block by block each time. */
final class Weights {
  private final CoreScript script;
  private final Tiling tiling;
  private final Buffer rhs;
  private final Buffer[] kept;

  Weights(CoreScript script, Tiling tiling, Buffer rhs, boolean keep) {
    this.script = script;
    this.tiling = tiling;
    this.rhs = rhs;
    this.kept = keep ? new Buffer[tiling.countK()] : new Buffer[0];
    for (int k = 0; k < kept.length; k++) {
      kept[k] = load(k, 0, tiling.countN());
    }
  }

  /** The rows of one K tile, from N tile {@code n} on, as many N tiles as a block has. */
  Block block(int k, int n, int tiles) {
    return kept.length > 0 ? new Block(kept[k], 0) : new Block(load(k, n, tiles), n);
  }

  private Buffer load(int k, int n, int tiles) {
    int first = n * tiling.tileN();
    int cols = Math.min(tiles * tiling.tileN(), tiling.n() - first);
    Buffer tile = script.sbuf("rhs", tiling.rowsK(k), cols, rhs.dtype());
    script.dmaCopy(tile.all(), rhs.slice(k * tiling.tileK(), tiling.rowsK(k), first, cols));
    return tile;
  }

  /** Loaded columns of one K tile, beginning with N tile {@code firstN}. */
  final class Block {
    private final Buffer buffer;
    private final int firstN;

    private Block(Buffer buffer, int firstN) {
      this.buffer = buffer;
      this.firstN = firstN;
    }

    Access moving(int n) {
      return buffer.slice(0, buffer.rows(), (n - firstN) * tiling.tileN(), tiling.colsN(n));
    }
  }
}

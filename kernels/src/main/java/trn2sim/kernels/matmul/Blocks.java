package trn2sim.kernels.matmul;

import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.CoreScript;

/**
 * The tensors of one core's matmul and the pieces all schedules share: out [rows x N] = lhsT [K x
 * M] transposed, columns {@code firstRow} on, times rhs [K x N].
 */
final class Blocks {
  static final int TILE_K = 128;
  static final int TILE_M = 128;
  static final int TILE_N = 512;

  final CoreScript script;
  final Buffer lhsT;
  final Buffer rhs;
  final Buffer out;
  final DType dtype;
  final int firstRow;
  final int tilesM;
  final int tilesN;
  final int tilesK;

  Blocks(CoreScript script, Buffer lhsT, Buffer rhs, Buffer out, int firstRow, int rows) {
    this.script = script;
    this.lhsT = lhsT;
    this.rhs = rhs;
    this.out = out;
    this.dtype = lhsT.dtype();
    this.firstRow = firstRow;
    this.tilesM = rows / TILE_M;
    this.tilesN = rhs.cols() / TILE_N;
    this.tilesK = lhsT.rows() / TILE_K;
  }

  /** Loads {@code count} M tiles of one K tile, from tile {@code m} on: [128 x count*128]. */
  Buffer loadLhs(int k, int m, int count) {
    int cols = count * TILE_M;
    Buffer tile = script.sbuf("lhs", TILE_K, cols, dtype);
    script.dmaCopy(tile.all(), lhsT.slice(k * TILE_K, TILE_K, firstRow + m * TILE_M, cols));
    return tile;
  }

  /** Loads {@code count} N tiles of one K tile, from tile {@code n} on: [128 x count*512]. */
  Buffer loadRhs(int k, int n, int count) {
    int cols = count * TILE_N;
    Buffer tile = script.sbuf("rhs", TILE_K, cols, dtype);
    script.dmaCopy(tile.all(), rhs.slice(k * TILE_K, TILE_K, n * TILE_N, cols));
    return tile;
  }

  /** One output tile's accumulation over K tiles that are loaded already. */
  Buffer accumulate(Buffer[] lhs, int mWithin, Buffer[] rhsTiles, int nWithin) {
    Buffer psum = psumTile();
    for (int k = 0; k < lhs.length; k++) {
      step(psum, lhs[k], mWithin, rhsTiles[k], nWithin, k == 0, k == lhs.length - 1);
    }
    return psum;
  }

  Buffer psumTile() {
    return script.psum("psum", TILE_M, TILE_N, DType.FP32);
  }

  void step(Buffer psum, Buffer lhs, int m, Buffer rhsTile, int n, boolean start, boolean stop) {
    Access stationary = lhs.slice(0, TILE_K, m * TILE_M, TILE_M);
    Access moving = rhsTile.slice(0, TILE_K, n * TILE_N, TILE_N);
    script.matmul(psum.all(), stationary, moving, start, stop);
  }

  /** Copies a finished PSUM tile to SBUF, in the tensor's type, and stores it. */
  void store(Buffer psum, int m, int n) {
    Buffer result = script.sbuf("result", TILE_M, TILE_N, dtype);
    script.tensorCopy(result.all(), psum.all());
    script.dmaCopy(out.slice(firstRow + m * TILE_M, TILE_M, n * TILE_N, TILE_N), result.all());
  }
}

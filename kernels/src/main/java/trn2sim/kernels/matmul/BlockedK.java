package trn2sim.kernels.matmul;

import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;

/**
 * Blocks in all three dimensions: rhs rows once per (N block, K block), lhsT rows once per (N, K, M
 * block); PSUM holds one K block's sum, which VectorE adds into a result tile in SBUF, zeroed
 * before its first use. At the end of an N block the result tiles of each M tile are packed and
 * stored with one DMA.
 */
record BlockedK(int blockM, int blockN, int blockK, DType sumType) implements MatmulSchedule {
  @Override
  public void emit(Blocks b) {
    for (int n = 0; n < b.tilesN; n += blockN) {
      Buffer[][] results = new Buffer[b.tilesM][blockN];
      for (int k = 0; k < b.tilesK; k += blockK) {
        Buffer[] rhs = new Buffer[blockK];
        for (int bk = 0; bk < blockK; bk++) {
          rhs[bk] = b.loadRhs(k + bk, n, blockN);
        }
        for (int m = 0; m < b.tilesM; m += blockM) {
          Buffer[] lhs = new Buffer[blockK];
          for (int bk = 0; bk < blockK; bk++) {
            lhs[bk] = b.loadLhs(k + bk, m, blockM);
          }
          addBlock(b, lhs, rhs, results, m);
        }
      }
      store(b, results, n);
    }
  }

  private void addBlock(Blocks b, Buffer[] lhs, Buffer[] rhs, Buffer[][] results, int m) {
    for (int bn = 0; bn < blockN; bn++) {
      for (int bm = 0; bm < blockM; bm++) {
        Buffer psum = b.accumulate(lhs, bm, rhs, bn);
        if (results[m + bm][bn] == null) {
          results[m + bm][bn] = zeroed(b);
        }
        Buffer result = results[m + bm][bn];
        b.script.tensorTensor(Op.TENSOR_TENSOR_ADD, result.all(), result.all(), psum.all());
      }
    }
  }

  private Buffer zeroed(Blocks b) {
    Buffer result = b.script.sbuf("result", Blocks.TILE_M, Blocks.TILE_N, sumType);
    b.script.memset(Engine.VECTOR, result.all(), 0);
    return result;
  }

  private void store(Blocks b, Buffer[][] results, int n) {
    int cols = blockN * Blocks.TILE_N;
    for (int m = 0; m < b.tilesM; m++) {
      Buffer packed = b.script.sbuf("packed", Blocks.TILE_M, cols, b.dtype);
      for (int bn = 0; bn < blockN; bn++) {
        b.script.tensorCopy(
            packed.slice(0, Blocks.TILE_M, bn * Blocks.TILE_N, Blocks.TILE_N),
            results[m][bn].all());
      }
      b.script.dmaCopy(
          b.out.slice(b.firstRow + m * Blocks.TILE_M, Blocks.TILE_M, n * Blocks.TILE_N, cols),
          packed.all());
    }
  }
}

package trn2sim.kernels.matmul;

import trn2sim.hw.memory.Buffer;

/**
 * All K tiles of a block of lhsT columns once per M block, all K tiles of a block of rhs columns
 * once per (M block, N block). With 1 x 1 blocks this is the hoisted schedule.
 */
record Blocked(int blockM, int blockN) implements MatmulSchedule {
  @Override
  public void emit(Blocks b) {
    for (int m = 0; m < b.tilesM; m += blockM) {
      Buffer[] lhs = new Buffer[b.tilesK];
      for (int k = 0; k < b.tilesK; k++) {
        lhs[k] = b.loadLhs(k, m, blockM);
      }
      for (int n = 0; n < b.tilesN; n += blockN) {
        Buffer[] rhs = new Buffer[b.tilesK];
        for (int k = 0; k < b.tilesK; k++) {
          rhs[k] = b.loadRhs(k, n, blockN);
        }
        multiply(b, lhs, rhs, m, n);
      }
    }
  }

  private void multiply(Blocks b, Buffer[] lhs, Buffer[] rhs, int m, int n) {
    for (int bm = 0; bm < blockM; bm++) {
      for (int bn = 0; bn < blockN; bn++) {
        b.store(b.accumulate(lhs, bm, rhs, bn), m + bm, n + bn);
      }
    }
  }
}

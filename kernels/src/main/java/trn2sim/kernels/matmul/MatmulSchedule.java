package trn2sim.kernels.matmul;

/** An order of loads and products for one core's matmul. */
interface MatmulSchedule {
  void emit(Blocks blocks);

  /** Both operands loaded in the innermost loop, one DMA each. */
  static void tiled(Blocks b) {
    for (int m = 0; m < b.tilesM; m++) {
      for (int n = 0; n < b.tilesN; n++) {
        var psum = b.psumTile();
        for (int k = 0; k < b.tilesK; k++) {
          b.step(psum, b.loadLhs(k, m, 1), 0, b.loadRhs(k, n, 1), 0, k == 0, k == b.tilesK - 1);
        }
        b.store(psum, m, n);
      }
    }
  }
}

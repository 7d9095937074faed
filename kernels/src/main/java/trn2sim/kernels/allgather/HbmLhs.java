package trn2sim.kernels.allgather;

import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.CoreScript;

/** lhs rows in HBM, read by DMA transpose for each (M block, K tile). */
record HbmLhs(CoreScript script, Tiling tiling, Buffer source, int firstRow)
    implements StepMatmul.Lhs {
  @Override
  public StepMatmul.Tiles block(int firstK, int countK, int firstM, int countM) {
    int row = firstM * tiling.tileM();
    int rows = Math.min(countM * tiling.tileM(), tiling.localM() - row);
    Buffer[] tiles = new Buffer[countK];
    for (int i = 0; i < countK; i++) {
      int k = firstK + i;
      tiles[i] = script.sbuf("lhs_tile", tiling.rowsK(k), rows, source.dtype());
      script.dmaTranspose(
          tiles[i].all(), source.slice(firstRow + row, rows, k * tiling.tileK(), tiling.rowsK(k)));
    }
    return (k, m) ->
        tiles[k - firstK].slice(0, tiling.rowsK(k), m * tiling.tileM() - row, tiling.rowsM(m));
  }
}

package trn2sim.kernels.helion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.hw.gpu.Gemm;
import trn2sim.kernels.helion.GatherPlan.TileOrder;

/** Copies, flags and blocks. */
class GatherPlanTest {
  private static GatherPlan plan(int ranks, int splits, TileOrder order, boolean resident) {
    Gemm gemm = new Gemm(ranks * splits * 256, 1000, 512, 128, 256, 64, 3);
    return new GatherPlan(gemm, ranks, splits, order, resident);
  }

  @Test
  void everyTileIsComputedOnceAndWaitsForTheCopyOfItsRows() {
    for (TileOrder order : TileOrder.values()) {
      for (int ranks = 1; ranks <= 8; ranks++) {
        for (int splits = 1; splits <= 3; splits++) {
          for (int rank = 0; rank < ranks; rank++) {
            checkBlocks(plan(ranks, splits, order, rank % 2 == 0), rank);
          }
        }
      }
    }
  }

  private static void checkBlocks(GatherPlan plan, int rank) {
    BitSet seen = new BitSet();
    for (Gemm.Block block : plan.blocks(rank)) {
      int number = block.row() * plan.gemm().tilesN() + block.col();
      assertTrue(!seen.get(number));
      seen.set(number);
      int row = block.row() * plan.gemm().tileM();
      boolean own = row / plan.shardRows() == rank;
      int flag = own && plan.resident() ? Gemm.Block.NO_FLAG : row / plan.chunkRows();
      assertEquals(flag, block.flag());
    }
    assertEquals(plan.gemm().tilesM() * plan.gemm().tilesN(), seen.cardinality());
  }

  @Test
  void eachStepIsAPermutationAndTheOwnShardIsLast() {
    GatherPlan plan = plan(8, 1, TileOrder.M_FASTEST, false);
    for (int step = 0; step < 8; step++) {
      BitSet sources = new BitSet();
      for (int rank = 0; rank < 8; rank++) {
        sources.set(plan.copies(rank).get(step).source());
      }
      assertEquals(8, sources.cardinality(), "step " + step);
    }
    assertEquals(3, plan.copies(3).get(7).source());
    assertEquals(7, plan(8, 1, TileOrder.M_FASTEST, true).copies(3).size());
  }

  @Test
  void ordersOfBlocks() {
    List<Gemm.Block> rows = plan(2, 1, TileOrder.M_FASTEST, false).blocks(1);
    assertEquals(List.of(0, 1, 2, 3, 0), rows.stream().limit(5).map(Gemm.Block::row).toList());
    List<Gemm.Block> cols = plan(2, 1, TileOrder.N_FASTEST, false).blocks(1);
    assertEquals(List.of(0, 1, 2, 3, 0), cols.stream().limit(5).map(Gemm.Block::col).toList());
    List<Gemm.Block> own = plan(2, 1, TileOrder.ROTATED, false).blocks(1);
    assertEquals(List.of(2, 3, 0, 1, 2), own.stream().limit(5).map(Gemm.Block::row).toList());
  }
}

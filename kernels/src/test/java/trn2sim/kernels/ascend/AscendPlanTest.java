package trn2sim.kernels.ascend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.hw.ascend.AicCore;

/** Which core computes what. */
class AscendPlanTest {
  private static final AicCore.Tiling TILING = new AicCore.Tiling(128, 256, 4);

  private static AscendPlan plan(
      int m, int n, int ranks, int blocks, boolean byTile, boolean turn) {
    AscendPlan.Shape shape = new AscendPlan.Shape(m, 512, n);
    ChunkPlan chunks = new ChunkPlan(m / 128 / ranks, 2, 4, 48, false);
    AscendPlan.Cores cores = new AscendPlan.Cores(24, blocks, byTile, turn);
    return new AscendPlan(shape, TILING, ranks, chunks, cores, AscendPlan.Grid.NONE);
  }

  @Test
  void everyOutputTileIsComputedOnceOnEveryRank() {
    for (int ranks : new int[] {1, 2, 4, 8}) {
      for (int blocks : new int[] {1, 7, 24, 32}) {
        for (int flags = 0; flags < 4; flags++) {
          AscendPlan plan = plan(8192, 1024, ranks, blocks, (flags & 1) != 0, (flags & 2) != 0);
          for (int rank = 0; rank < ranks; rank++) {
            checkCover(plan, rank);
          }
        }
      }
    }
  }

  private static void checkCover(AscendPlan plan, int rank) {
    BitSet done = new BitSet();
    for (int core = 0; core < 24; core++) {
      for (AscendPlan.Work work : plan.work(rank, core)) {
        for (int tile = 0; tile < work.tiles(); tile++) {
          int number = work.strip() * plan.tilesPerStrip() + work.firstTile() + tile;
          assertTrue(!done.get(number), "tile " + number + " twice");
          done.set(number);
        }
      }
    }
    assertEquals(plan.strips() * plan.tilesPerStrip(), done.cardinality());
  }

  /** M = 8192 on four ranks: three strips at most on ranks 0 and 3, four on ranks 1 and 2. */
  @Test
  void ranksAreNotAlike() {
    AscendPlan plan = plan(8192, 256, 4, 24, false, false);
    int[] most = new int[4];
    for (int rank = 0; rank < 4; rank++) {
      for (int core = 0; core < 24; core++) {
        most[rank] = Math.max(most[rank], plan.work(rank, core).size());
      }
    }
    assertEquals(List.of(3, 4, 4, 3), List.of(most[0], most[1], most[2], most[3]));
  }

  @Test
  void localStripsComeFirstThenGlobalRowOrder() {
    List<AscendPlan.Work> work = plan(8192, 256, 2, 24, false, false).work(1, 3);
    List<Integer> strips = work.stream().map(AscendPlan.Work::strip).toList();
    assertEquals(List.of(35, 59, 3, 27), strips);
    List<AscendPlan.Work> turned = plan(8192, 256, 4, 24, false, true).work(1, 0);
    assertEquals(2, turned.get(1).source(), "the next rank's rows come first");
  }
}

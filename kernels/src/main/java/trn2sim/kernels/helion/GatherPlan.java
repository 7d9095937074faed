package trn2sim.kernels.helion;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.gpu.Gemm;

/**
 * The index arithmetic of the copy-engine all-gather and its matmul.
 *
 * @param ranks ranks of the group
 * @param splits copies of each rank's shard
 * @param order how flat block numbers become tiles
 * @param resident whether a rank's own rows are read in place, without a copy or a wait
 */
record GatherPlan(Gemm gemm, int ranks, int splits, TileOrder order, boolean resident) {
  /** How flat block numbers become tiles. */
  enum TileOrder {
    M_FASTEST,
    N_FASTEST,
    ROTATED
  }

  /** One copy: a chunk of a source rank's rows. */
  record Chunk(int source, int split, int row, int rows, int flag) {}

  int shardRows() {
    return gemm.m() / ranks;
  }

  int chunkRows() {
    return shardRows() / splits;
  }

  int flags() {
    return ranks * splits;
  }

  /** The copies of a rank in stream order: next neighbour first, own shard last. */
  List<Chunk> copies(int rank) {
    List<Chunk> copies = new ArrayList<>();
    int steps = resident ? ranks - 1 : ranks;
    for (int step = 0; step < steps; step++) {
      int source = (rank + step + 1) % ranks;
      for (int split = 0; split < splits; split++) {
        int flag = source * splits + split;
        copies.add(new Chunk(source, split, flag * chunkRows(), chunkRows(), flag));
      }
    }
    return copies;
  }

  /** The blocks of a rank's kernel in the order of their flat numbers. */
  List<Gemm.Block> blocks(int rank) {
    int rows = gemm.tilesM();
    int cols = gemm.tilesN();
    int first = order == TileOrder.ROTATED ? rank * (shardRows() / gemm.tileM()) : 0;
    List<Gemm.Block> blocks = new ArrayList<>();
    for (int id = 0; id < rows * cols; id++) {
      boolean byRow = order == TileOrder.N_FASTEST;
      int row = byRow ? id / cols : (id % rows + first) % rows;
      int col = byRow ? id % cols : id / rows;
      blocks.add(new Gemm.Block(row, col, flag(rank, row)));
    }
    return blocks;
  }

  private int flag(int rank, int tileRow) {
    int flag = tileRow * gemm.tileM() / chunkRows();
    boolean own = flag / splits == rank;
    return own && resident ? Gemm.Block.NO_FLAG : flag;
  }
}

package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.ascend.AicCore;

/**
 * Which core computes what, on every rank.
 *
 * @param grid cores as rows and columns over the output, for the single-device product; absent, the
 *     cores take strips, the local ones first
 */
record AscendPlan(
    Shape shape, AicCore.Tiling tiling, int ranks, ChunkPlan chunks, Cores cores, Grid grid) {
  /** The product [m x k] times [k x n]. */
  record Shape(int m, int k, int n) {}

  /** How work is dealt to compute blocks. */
  record Cores(int physical, int blocks, boolean byTile, boolean rotated) {}

  /** Rows and columns of cores; none has zero of both. */
  record Grid(int rows, int cols) {
    static final Grid NONE = new Grid(0, 0);
  }

  /** Output tiles of one strip, one after another. */
  record Work(int strip, int firstTile, int tiles, int source) {}

  int strips() {
    return shape.m() / tiling.baseM();
  }

  int stripsPerRank() {
    return strips() / ranks;
  }

  int kTiles() {
    return shape.k() / tiling.baseN();
  }

  int tilesPerStrip() {
    return shape.n() / tiling.baseN();
  }

  long operandBytes() {
    return 2L * shape.k() * (shape.m() + shape.n());
  }

  int source(int strip) {
    return strip / stripsPerRank();
  }

  /** What a physical core does; blocks beyond the cores run after the core's earlier ones. */
  List<Work> work(int rank, int core) {
    if (!grid.equals(Grid.NONE)) {
      return gridWork(core);
    }
    List<Work> work = new ArrayList<>();
    for (int block = core; block < cores.blocks(); block += cores.physical()) {
      deal(rank, block, work);
    }
    return work;
  }

  private void deal(int rank, int block, List<Work> work) {
    int perStrip = cores.byTile() ? tilesPerStrip() : 1;
    int own = stripsPerRank() * perStrip;
    for (int i = block; i < own; i += cores.blocks()) {
      work.add(piece(rank * own + i, perStrip));
    }
    int first = cores.rotated() ? (rank + 1) * own : 0;
    for (int i = block; i < strips() * perStrip; i += cores.blocks()) {
      Work piece = piece((first + i) % (strips() * perStrip), perStrip);
      if (piece.source() != rank) {
        work.add(piece);
      }
    }
  }

  private Work piece(int index, int perStrip) {
    int strip = index / perStrip;
    int tiles = tilesPerStrip() / perStrip;
    return new Work(strip, index % perStrip, tiles, source(strip));
  }

  private List<Work> gridWork(int core) {
    List<Work> work = new ArrayList<>();
    if (core < grid.rows() * grid.cols()) {
      int rows = strips() / grid.rows();
      int cols = tilesPerStrip() / grid.cols();
      for (int i = 0; i < rows; i++) {
        int strip = core / grid.cols() * rows + i;
        work.add(new Work(strip, core % grid.cols() * cols, cols, 0));
      }
    }
    return work;
  }
}

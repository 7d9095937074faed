package trn2sim.kernels.math.vector;

import trn2sim.kernels.math.FloatStorage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath.Write;

/**
 * A matrix product cut into blocks that fit the caches, each computed by the micro-kernel.
 *
 * <p>Between blocks of k an element is stored and loaded again as fp32, which is exact, so blocking
 * does not change the order or the result.
 */
final class BlockedProduct {
  private static final MicroKernel KERNEL = MicroKernel.BEST;
  private static final int BLOCK_ROWS = Panels.HEIGHT;
  private static final int BLOCK_COLS = Panels.WIDTH;

  /** Depth of a block: its left and right panels share a first-level cache of 32 KiB or more. */
  private static final int DEPTH = Lanes.COUNT <= 8 ? 256 : 128;

  /** Columns whose panels fit half of a second-level cache of 1 MiB; whole panels at any width. */
  private static final int COLS = 512;

  /** Rows converted to fp32 at a time: whole panels, so that only the last one is partial. */
  private static final int ROWS = 64 * BLOCK_ROWS;

  private static final float[] ZEROS = new float[BLOCK_COLS];

  private final Tile stationary;
  private final Tile moving;
  private final Tile accumulator;
  private final float[] sums;
  private final Workspace space;

  BlockedProduct(Tile stationary, Tile moving, Tile accumulator, Workspace space) {
    this.stationary = stationary;
    this.moving = moving;
    this.accumulator = accumulator;
    this.sums = ((FloatStorage) accumulator.data()).elements();
    this.space = space;
    int width = Math.min(COLS, moving.cols() + BLOCK_COLS - 1);
    int depth = Math.min(DEPTH, moving.rows());
    space.moving = Workspace.atLeast(space.moving, width * depth);
    space.leftPanel = Workspace.atLeast(space.leftPanel, BLOCK_ROWS * Lanes.COUNT * depth);
    space.edge = Workspace.atLeast(space.edge, BLOCK_ROWS * BLOCK_COLS);
  }

  void run(Write write) {
    for (int n = 0; n < moving.cols(); n += COLS) {
      Tile columns = moving.cols(n, Math.min(COLS, moving.cols() - n));
      for (int k = 0; k < moving.rows(); k += DEPTH) {
        int depth = Math.min(DEPTH, moving.rows() - k);
        Panels.right(columns.rows(k, depth), space.moving, space);
        space.block.depth = depth;
        boolean fresh = k == 0 && write == Write.OVERWRITE;
        rows(stationary.rows(k, depth), n, columns.cols(), fresh);
      }
    }
  }

  private void rows(Tile left, int n, int cols, boolean fresh) {
    for (int m = 0; m < left.cols(); m += ROWS) {
      Tile part = left.cols(m, Math.min(ROWS, left.cols() - m));
      space.stationary = Workspace.atLeast(space.stationary, FloatRows.bufferSize(part));
      FloatRows rows = FloatRows.of(part, space.stationary);
      for (int r = 0; r < part.cols(); r += BLOCK_ROWS) {
        Panels.left(rows, r, space.leftPanel);
        blockRow(m + r, n, cols, fresh);
      }
    }
  }

  private void blockRow(int m, int n, int cols, boolean fresh) {
    RegisterBlock block = space.block;
    block.left = space.leftPanel;
    block.right = space.moving;
    int height = Math.min(BLOCK_ROWS, accumulator.rows() - m);
    boolean dense = accumulator.colStride() == 1 && height == BLOCK_ROWS;
    for (int c = 0; c < cols; c += BLOCK_COLS) {
      block.rightAt = c * block.depth;
      int width = Math.min(BLOCK_COLS, cols - c);
      if (dense && width == BLOCK_COLS) {
        start(sums, accumulator.index(m, n + c), accumulator.rowStride(), fresh);
        KERNEL.multiply(block);
      } else {
        edge(accumulator.rows(m, height).cols(n + c, width), fresh);
      }
    }
  }

  /** Sets where the accumulators of the block start and end; a fresh one starts at zero. */
  private void start(float[] to, int at, int stride, boolean fresh) {
    RegisterBlock block = space.block;
    block.to = to;
    block.toAt = at;
    block.toStride = stride;
    block.from = fresh ? ZEROS : to;
    block.fromAt = fresh ? 0 : at;
    block.fromStride = fresh ? 0 : stride;
  }

  /** A block the accumulator does not hold whole or not densely goes through a buffer. */
  private void edge(Tile part, boolean fresh) {
    float[] buffer = space.edge;
    for (int r = 0; r < part.rows() && !fresh; r++) {
      part.data().decode(part.row(r), buffer, r * BLOCK_COLS);
    }
    start(buffer, 0, BLOCK_COLS, fresh);
    KERNEL.multiply(space.block);
    for (int r = 0; r < part.rows(); r++) {
      for (int c = 0; c < part.cols(); c++) {
        sums[part.index(r, c)] = buffer[r * BLOCK_COLS + c];
      }
    }
  }
}

package trn2sim.kernels.math.vector;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import trn2sim.kernels.math.Tile;

/** Packs operands in the order in which the micro-kernel reads them; see {@link RegisterBlock}. */
final class Panels {
  private static final int L = Lanes.COUNT;

  /** Columns of the stationary operand in a left panel. */
  static final int HEIGHT = MicroKernel.BEST.rows();

  /** Columns of the moving operand in a right panel. */
  static final int WIDTH = MicroKernel.BEST.vectors() * L;

  /**
   * Rows of the moving operand packed together. Panels lie a power of two apart, so their places
   * for one row share few cache sets; several rows at a time fill whole cache lines before they are
   * evicted.
   */
  private static final int GROUP = 8;

  private Panels() {}

  /** Packs the left panel that starts at the given column; rows beyond the edge stay unused. */
  static void left(FloatRows stationary, int from, float[] packed) {
    int count = Math.min(HEIGHT, stationary.cols() - from);
    int source = stationary.at() + from;
    int depth = stationary.rows();
    for (int k = 0; k < depth; k++) {
      if (count == HEIGHT) {
        spread(stationary.values(), source, packed, k * (HEIGHT * L));
      } else {
        spread(stationary.values(), source, count, packed, k * (HEIGHT * L));
      }
      source += stationary.stride();
    }
  }

  private static void spread(float[] values, int from, float[] packed, int to) {
    for (int r = 0; r < HEIGHT; r++) {
      FloatVector.broadcast(Lanes.FLOATS, values[from + r]).intoArray(packed, to + r * L);
    }
  }

  private static void spread(float[] values, int from, int count, float[] packed, int to) {
    for (int r = 0; r < count; r++) {
      FloatVector.broadcast(Lanes.FLOATS, values[from + r]).intoArray(packed, to + r * L);
    }
  }

  /** Packs all right panels; columns beyond the edge are zero. */
  static void right(Tile moving, float[] packed, Workspace space) {
    int depth = moving.rows();
    for (int k = 0; k < depth; k += GROUP) {
      Tile group = moving.rows(k, Math.min(GROUP, depth - k));
      space.rows = Workspace.atLeast(space.rows, FloatRows.bufferSize(group));
      FloatRows rows = FloatRows.of(group, space.rows);
      for (int c = 0; c < rows.cols(); c += WIDTH) {
        gather(rows, c, packed, c * depth + k * WIDTH);
      }
    }
  }

  private static void gather(FloatRows rows, int column, float[] packed, int target) {
    int width = Math.min(WIDTH, rows.cols() - column);
    for (int k = 0; k < rows.rows(); k++) {
      int from = rows.at() + k * rows.stride() + column;
      int to = target + k * WIDTH;
      if (width == WIDTH) {
        copy(rows.values(), from, packed, to);
      } else {
        System.arraycopy(rows.values(), from, packed, to, width);
        Arrays.fill(packed, to + width, to + WIDTH, 0f);
      }
    }
  }

  private static void copy(float[] values, int from, float[] packed, int to) {
    for (int v = 0; v < WIDTH; v += L) {
      Lanes.load(values, from + v).intoArray(packed, to + v);
    }
  }
}

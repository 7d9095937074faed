package trn2sim.kernels.math.vector;

import java.util.Arrays;
import trn2sim.kernels.math.Tile;

/**
 * Packs the moving operand: panels of as many columns as a block has, each holding its rows one
 * after the other. Columns beyond the edge are zero and their results are dropped.
 */
final class RightPanels {
  private static final int L = Lanes.COUNT;

  private RightPanels() {}

  static float[] pack(Tile moving, int width, Workspace space) {
    int depth = moving.rows();
    int panels = (moving.cols() + width - 1) / width;
    float[] packed = Workspace.atLeast(space.moving, panels * width * depth);
    RowBuffer row = space.first;
    for (int k = 0; k < depth; k++) {
      row.read(moving.data(), moving.row(k));
      scatter(row, moving.cols(), width, packed, k * width, depth * width);
    }
    return packed;
  }

  private static void scatter(
      RowBuffer row, int cols, int width, float[] packed, int at, int panelSize) {
    int whole = cols - cols % width;
    int to = at;
    for (int c = 0; c < whole; c += width) {
      for (int v = 0; v < width; v += L) {
        Lanes.load(row.values, row.at + c + v).intoArray(packed, to + v);
      }
      to += panelSize;
    }
    if (whole < cols) {
      System.arraycopy(row.values, row.at + whole, packed, to, cols - whole);
      Arrays.fill(packed, to + cols - whole, to + width, 0f);
    }
  }
}

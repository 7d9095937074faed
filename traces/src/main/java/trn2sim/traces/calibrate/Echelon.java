package trn2sim.traces.calibrate;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which unknowns a set of linear equations determines: the reduced echelon form of their matrix, by
 * elimination with complete pivoting. An unknown is determined if it is the same in all solutions,
 * that is if no direction that leaves the equations as they are changes it.
 */
final class Echelon {
  private static final double SMALL = 2e-3;
  private static final double NO_PART = 0.01;

  private final double[][] rows;
  private final double[] norms;
  private final int[] pivotRow;

  Echelon(double[][] equations, int unknowns) {
    norms = new double[unknowns];
    for (int j = 0; j < unknowns; j++) {
      for (double[] equation : equations) {
        norms[j] = Math.max(norms[j], Math.abs(equation[j]));
      }
    }
    rows = new double[equations.length][unknowns];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < unknowns; j++) {
        rows[i][j] = norms[j] == 0 ? 0 : equations[i][j] / norms[j];
      }
    }
    pivotRow = new int[unknowns];
    Arrays.fill(pivotRow, -1);
    eliminate();
  }

  private void eliminate() {
    boolean[] used = new boolean[rows.length];
    while (true) {
      int row = -1;
      int column = -1;
      double best = SMALL;
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < norms.length; j++) {
          if (!used[i] && pivotRow[j] < 0 && Math.abs(rows[i][j]) > best) {
            best = Math.abs(rows[i][j]);
            row = i;
            column = j;
          }
        }
      }
      if (row < 0) {
        return;
      }
      used[row] = true;
      pivotRow[column] = row;
      clear(row, column);
    }
  }

  private void clear(int row, int column) {
    double pivot = rows[row][column];
    for (int j = 0; j < norms.length; j++) {
      rows[row][j] /= pivot;
    }
    for (int i = 0; i < rows.length; i++) {
      double factor = rows[i][column];
      if (i != row && factor != 0) {
        for (int j = 0; j < norms.length; j++) {
          rows[i][j] -= factor * rows[row][j];
        }
      }
    }
  }

  /** Whether the unknown occurs at all. */
  boolean seen(int unknown) {
    return norms[unknown] > 0;
  }

  /** Unknowns that can be solved for, given all others. */
  List<Integer> independent() {
    return IntStream.range(0, norms.length).filter(j -> pivotRow[j] >= 0).boxed().toList();
  }

  /** The unknowns that may change together with one and leave the equations as they are. */
  List<Integer> movesWith(int unknown) {
    TreeSet<Integer> others = new TreeSet<>();
    for (int free = 0; free < norms.length; free++) {
      if (pivotRow[free] < 0 && seen(free) && moves(unknown, free)) {
        others.add(free);
        for (int j = 0; j < norms.length; j++) {
          if (moves(j, free)) {
            others.add(j);
          }
        }
      }
    }
    others.remove(unknown);
    return List.copyOf(others);
  }

  /** Whether one changes by more than a hundredth of what a free one does, both relative. */
  private boolean moves(int unknown, int free) {
    if (unknown == free) {
      return true;
    }
    return pivotRow[unknown] >= 0
        && Math.abs(rows[pivotRow[unknown]][free]) * norms[free] / norms[unknown] > NO_PART;
  }

  /** Whether all solutions agree on it. */
  boolean determines(int unknown) {
    return pivotRow[unknown] >= 0 && movesWith(unknown).isEmpty();
  }
}

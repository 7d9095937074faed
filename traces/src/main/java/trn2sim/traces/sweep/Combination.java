package trn2sim.traces.sweep;

import java.util.List;
import trn2sim.core.sim.RandomStream;

/** Which values of the axes meet at a point; the same for a point whenever it is asked. */
interface Combination {
  /** How many points there are. */
  int points();

  /** The position, among the values of an axis, of the one that a point has. */
  int index(int point, int axis);

  /** Every value with every other; the last axis changes fastest. */
  static Combination crossed(List<Integer> sizes) {
    int[] strides = new int[sizes.size()];
    int points = 1;
    for (int axis = sizes.size() - 1; axis >= 0; axis--) {
      strides[axis] = points;
      points = Math.multiplyExact(points, sizes.get(axis));
    }
    return of(points, (point, axis) -> point / strides[axis] % sizes.get(axis));
  }

  /** First with first, second with second; all axes have as many values. */
  static Combination zipped(int points) {
    return of(points, (point, axis) -> point);
  }

  /** Each value drawn by itself, all equally likely. */
  static Combination random(List<Integer> sizes, int samples, long seed) {
    int[][] drawn = new int[sizes.size()][samples];
    for (int axis = 0; axis < drawn.length; axis++) {
      RandomStream stream = new RandomStream(seed, 0, axis);
      for (int point = 0; point < samples; point++) {
        drawn[axis][point] = below(sizes.get(axis), stream);
      }
    }
    return of(samples, (point, axis) -> drawn[axis][point]);
  }

  /**
   * A Latin hypercube: as many equal parts of each axis as there are samples, each part used once
   * (McKay, Beckman and Conover, Technometrics 21, 1979).
   */
  static Combination latinHypercube(List<Integer> sizes, int samples, long seed) {
    int[][] parts = new int[sizes.size()][];
    for (int axis = 0; axis < parts.length; axis++) {
      parts[axis] = shuffled(samples, new RandomStream(seed, 0, axis));
    }
    return of(
        samples, (point, axis) -> (int) ((long) parts[axis][point] * sizes.get(axis) / samples));
  }

  /** The numbers below {@code size} in random order (Fisher and Yates). */
  private static int[] shuffled(int size, RandomStream stream) {
    int[] numbers = new int[size];
    for (int i = 0; i < size; i++) {
      int other = below(i + 1, stream);
      numbers[i] = numbers[other];
      numbers[other] = i;
    }
    return numbers;
  }

  private static int below(int limit, RandomStream stream) {
    return Math.min(limit - 1, (int) stream.uniform(0, limit));
  }

  /** From a point and an axis to a position. */
  interface Index {
    int of(int point, int axis);
  }

  private static Combination of(int points, Index index) {
    return new Combination() {
      @Override
      public int points() {
        return points;
      }

      @Override
      public int index(int point, int axis) {
        return index.of(point, axis);
      }
    };
  }
}

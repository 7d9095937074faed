package trn2sim.viz.theme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trn2sim.core.timeline.WaitReason;

/**
 * Colours that mean different things can be told apart, also by readers without red or green cones
 * (the matrices are those of Machado, Oliveira and Fernandes, IEEE TVCG 15(6), 2009).
 */
class PaletteTest {
  /** A difference in CIELAB that is seen at a glance; 2.3 is just noticeable. */
  private static final double CLEAR = 9;

  private static final double SIDE_BY_SIDE = 20;

  private static final List<double[][]> EYES =
      List.of(
          new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
          new double[][] {
            {0.152286, 1.052583, -0.204868},
            {0.114503, 0.786281, 0.099216},
            {-0.003882, -0.048116, 1.051998}
          },
          new double[][] {
            {0.367322, 0.860646, -0.227968},
            {0.280085, 0.672501, 0.047413},
            {-0.011820, 0.042940, 0.968881}
          });

  @Test
  void noWaitHasTheColourOfAnOperationOrOfAnotherWait() {
    Map<WaitReason, Integer> waits = new EnumMap<>(WaitReason.class);
    for (WaitReason reason : WaitReason.values()) {
      if (reason != WaitReason.NONE) {
        waits.put(reason, Palette.of(reason));
      }
    }
    List<Integer> all = new ArrayList<>(waits.values());
    for (int wait : all) {
      Palette.SERIES.forEach(operation -> requireDistance(wait, operation));
    }
    requireDistances(all);
  }

  /** They stand side by side in the bar of every engine. */
  @Test
  void noWaitIsNearTheColourOfActiveTime() {
    for (WaitReason reason : WaitReason.values()) {
      requireDistance(Palette.of(reason), Palette.BLUE, SIDE_BY_SIDE);
    }
  }

  @Test
  void operationsDiffer() {
    requireDistances(Palette.SERIES);
  }

  private static void requireDistances(List<Integer> colours) {
    for (int i = 0; i < colours.size(); i++) {
      for (int j = 0; j < i; j++) {
        requireDistance(colours.get(i), colours.get(j));
      }
    }
  }

  private static void requireDistance(int a, int b) {
    requireDistance(a, b, CLEAR);
  }

  private static void requireDistance(int a, int b, double least) {
    for (double[][] eye : EYES) {
      double[] x = lab(seen(a, eye));
      double[] y = lab(seen(b, eye));
      double distance =
          Math.sqrt(IntStream.range(0, 3).mapToDouble(i -> Math.pow(x[i] - y[i], 2)).sum());
      assertTrue(distance > least, Palette.css(a) + " and " + Palette.css(b) + ": " + distance);
    }
  }

  private static double[] seen(int colour, double[][] eye) {
    double[] linear =
        IntStream.of(16, 8, 0).mapToDouble(shift -> linear((colour >> shift) & 255)).toArray();
    return IntStream.range(0, 3)
        .mapToDouble(i -> eye[i][0] * linear[0] + eye[i][1] * linear[1] + eye[i][2] * linear[2])
        .map(value -> Math.max(0, Math.min(1, value)))
        .toArray();
  }

  private static double linear(int level) {
    double share = level / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  /** CIELAB under daylight (D65). */
  private static double[] lab(double[] rgb) {
    double x = cube((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
    double y = cube(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
    double z = cube((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private static double cube(double t) {
    return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16.0 / 116;
  }
}

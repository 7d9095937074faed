package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnaryFunctionTest {
  @ParameterizedTest
  @CsvSource({
    "IDENTITY, -3, -3",
    "SQUARE, -3, 9",
    "SQRT, 2, 1.4142135623730951",
    "RECIPROCAL, 3, 0.3333333333333333",
    "RSQRT, 2, 0.7071067811865475",
    "EXP, 1, 2.718281828459045",
    "LOG, 10, 2.302585092994046",
    "TANH, 0.5, 0.46211715726000976",
    "SIGMOID, 2, 0.8807970779778823",
    "SILU, 2, 1.7615941559557647",
    "GELU, 1, 0.8413447460685429",
    "GELU, -1, -0.15865525393145705",
    "GELU, -3, -0.004049694097",
    "GELU, -5, -1.433257859395969e-6",
    "SOFTPLUS, 1, 1.3132616875182228",
    "SOFTPLUS, -50, 1.9287498479639178e-22",
    "MISH, -30, -2.8072868906517e-12"
  })
  void knownValues(UnaryFunction function, float x, double expected) {
    assertEquals((float) expected, function.apply(x), Math.ulp((float) expected) / 2);
  }

  @Test
  void specialValues() {
    assertEquals(Float.POSITIVE_INFINITY, UnaryFunction.RECIPROCAL.apply(0f));
    assertEquals(Float.NEGATIVE_INFINITY, UnaryFunction.LOG.apply(0f));
    assertTrue(Float.isNaN(UnaryFunction.SQRT.apply(-1f)));
    assertEquals(0f, UnaryFunction.SIGMOID.apply(Float.NEGATIVE_INFINITY));
    assertEquals(1f, UnaryFunction.TANH.apply(100f));
    assertEquals(0f, UnaryFunction.IS_FINITE.apply(Float.NaN));
    for (UnaryFunction function : EnumSet.complementOf(EnumSet.of(UnaryFunction.IS_FINITE))) {
      assertTrue(Float.isNaN(function.apply(Float.NaN)), function.name());
    }
  }

  /** Phi' is the density: the integral of it by Simpson's rule is an independent value. */
  @Test
  void normalDistributionIsTheIntegralOfItsDensity() {
    int steps = 2000;
    for (double x = -6; x <= 6; x += 0.37) {
      double width = (x + 12) / steps;
      double sum = density(-12) + density(x);
      for (int i = 1; i < steps; i++) {
        sum += (i % 2 == 0 ? 2 : 4) * density(-12 + i * width);
      }
      double integral = sum * width / 3;
      assertEquals(integral, NormalDistribution.cumulative(x), 1e-9 * integral, "at " + x);
    }
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}

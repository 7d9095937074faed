package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The functions against the platform's, over the range of fp32. */
final class FunctionsTest {
  private static final int VALUES = 200_000;

  @Test
  void exponential() {
    compare(-110, 110, Functions::exp, StrictMath::exp, 4);
  }

  @Test
  void hyperbolicTangent() {
    compare(-12, 12, Functions::tanh, StrictMath::tanh, 4000);
    compare(-0x1p-9, 0x1p-9, Functions::tanh, StrictMath::tanh, 4000);
  }

  @Test
  void logarithm() {
    compare(1e-3, 1e3, Functions::log, StrictMath::log, 4);
    compare(0.9, 1.1, Functions::log, StrictMath::log, 4);
    compare(1e-40, 1e-36, Functions::log, StrictMath::log, 4);
    compare(1e30, 3e38, Functions::log, StrictMath::log, 4);
  }

  @Test
  void ends() {
    assertEquals(Double.POSITIVE_INFINITY, Functions.exp(Double.POSITIVE_INFINITY));
    assertEquals(0, Functions.exp(Double.NEGATIVE_INFINITY));
    assertEquals(1, Functions.exp(0));
    assertEquals(0, Functions.log(1));
    assertTrue(Double.isNaN(Functions.log(-1)));
    assertEquals(-1, Functions.tanh(Double.NEGATIVE_INFINITY));
    assertEquals(-0.0, Functions.tanh(-0.0));
  }

  private static void compare(
      double from, double to, DoubleUnaryOperator own, DoubleUnaryOperator known, int units) {
    for (int i = 0; i <= VALUES; i++) {
      float x = (float) (from + (to - from) * i / VALUES);
      double expected = known.applyAsDouble(x);
      double found = own.applyAsDouble(x);
      assertTrue(
          Math.abs(found - expected) <= units * Math.ulp(expected),
          () -> "at " + x + ": " + found + ", expected " + expected);
    }
  }
}

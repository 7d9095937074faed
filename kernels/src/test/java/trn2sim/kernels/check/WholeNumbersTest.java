package trn2sim.kernels.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Storage;

/** What is accepted for a whole number is what the storage of the type makes of it. */
class WholeNumbersTest {
  private static final int LIMIT = 70_000;

  @ParameterizedTest
  @EnumSource
  void nearestAcceptsOneValue(DType type) {
    WholeNumbers numbers = WholeNumbers.upTo(LIMIT, OutputType.of(type), RoundingMode.NEAREST, 1);
    Storage storage = Storage.allocate(type, 1);
    for (int n = 0; n <= LIMIT; n++) {
      storage.set(0, n);
      assertEquals(storage.get(0), numbers.least()[n], type + " " + n);
      assertEquals(storage.get(0), numbers.greatest()[n], type + " " + n);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "FP8_E4M3FN", mode = EnumSource.Mode.EXCLUDE)
  void stochasticAcceptsBothNeighbours(DType type) {
    WholeNumbers numbers =
        WholeNumbers.upTo(LIMIT, OutputType.of(type), RoundingMode.STOCHASTIC, 1);
    Storage storage = Storage.allocate(type, 200);
    for (int n = 0; n <= LIMIT; n += 37) {
      float low = Float.POSITIVE_INFINITY;
      float high = 0;
      for (int i = 0; i < storage.length(); i++) {
        storage.set(i, n, Rounding.stochastic(n));
        assertEquals(0, numbers.error(n, storage.get(i)), type + " " + n);
        low = Math.min(low, storage.get(i));
        high = Math.max(high, storage.get(i));
      }
      if (numbers.least()[n] == numbers.greatest()[n]) {
        assertEquals(low, high);
      }
    }
  }

  @Test
  void anythingElseIsWrong() {
    OutputType bf16 = OutputType.of(DType.BF16);
    WholeNumbers nearest = WholeNumbers.upTo(3000, bf16, RoundingMode.NEAREST, 1);
    WholeNumbers stochastic = WholeNumbers.upTo(3000, bf16, RoundingMode.STOCHASTIC, 1);
    assertEquals(0, nearest.error(2405, 2400));
    assertEquals(11, nearest.error(2405, 2416));
    assertEquals(0, stochastic.error(2405, 2416));
    assertEquals(27, stochastic.error(2405, 2432));
    assertEquals(21, stochastic.error(2405, 2384));
    assertNotEquals(0, nearest.error(7, Float.NaN));
  }
}

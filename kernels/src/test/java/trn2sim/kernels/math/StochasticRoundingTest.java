package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.hw.memory.DType;

final class StochasticRoundingTest {
  private static final int DRAWS = 20_000;

  /**
   * A value a given part of the way from one to its upper neighbour rounds up that often: of n
   * draws, within five standard deviations.
   */
  @ParameterizedTest
  @EnumSource(
      names = {"FP32", "U?INT.*"},
      mode = EnumSource.Mode.MATCH_NONE)
  void isRightOnAverage(DType type) {
    Storage storage = Storage.allocate(type, DRAWS);
    float step = Math.scalb(1f, -FloatFormat.of(type).mantissaBits());
    for (float part : new float[] {0.0625f, 0.25f, 0.5f, 0.875f}) {
      for (float sign : new float[] {1, -1}) {
        float value = sign * (1 + part * step);
        int up = 0;
        for (int i = 0; i < DRAWS; i++) {
          storage.set(i, value, Rounding.stochastic(3));
          float got = sign * storage.get(i);
          assertTrue(got == 1 || got == 1 + step, type + " " + got);
          up += got > 1 ? 1 : 0;
        }
        double deviation = Math.sqrt(DRAWS * part * (1 - part));
        assertEquals(DRAWS * part, up, 5 * deviation, type + " " + value);
      }
    }
  }

  @Test
  void whatTheTypeHoldsStays() {
    Storage storage = Storage.allocate(DType.BF16, 1 << Short.SIZE);
    for (int i = 0; i < storage.length(); i++) {
      float value = Float.intBitsToFloat(i << Short.SIZE);
      storage.set(i, value, Rounding.stochastic(5));
      assertEquals(value, storage.get(i), Integer.toHexString(i));
    }
  }

  /** Neither two instructions nor two cores nor two seeds share their draws. */
  @Test
  void everyInstructionDrawsItsOwn() {
    List<Long> sums = new ArrayList<>();
    for (long seed = 1; seed <= 2; seed++) {
      for (int core = 0; core < 2; core++) {
        for (int task = 0; task < 2; task++) {
          Rounding rounding = Rounding.stochastic(seed).of(core, task);
          assertEquals(rounding, Rounding.stochastic(seed).of(core, task));
          sums.add(rounding.bits(0) * 31 + rounding.bits(1));
        }
      }
    }
    assertEquals(sums.size(), sums.stream().distinct().count());
    assertNotEquals(Rounding.stochastic(1).bits(1), Rounding.stochastic(1).of(0, 0).bits(1));
    assertEquals(Rounding.NEAREST_EVEN, Rounding.NEAREST_EVEN.of(3, 4));
  }

  /** Rounding sums of many parts: to nearest they stall at 256, at random they stay right. */
  @Test
  void smallPartsAreNotLost() {
    Storage storage = Storage.allocate(DType.BF16, 64);
    Tile tile = Tile.dense(storage, 1, 64);
    Rounding rounding = Rounding.stochastic(9);
    for (int i = 0; i < 1000; i++) {
      new ScalarTileMath(rounding.of(0, i)).scalar(BinaryOp.ADD, tile, 1, tile);
    }
    double mean = 0;
    for (int i = 0; i < 64; i++) {
      mean += storage.get(i) / 64;
    }
    assertEquals(1000, mean, 20);
  }
}

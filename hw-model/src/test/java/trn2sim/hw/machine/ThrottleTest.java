package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.hw.spec.DeviceParameters;

/** Windows of 8192 cycles at 2.4 GHz; 3072 cycles of work in one make the next a fast one. */
class ThrottleTest {
  private static final long WINDOW_PS = 3_413_334;
  private static final long SLOW_512_PS = 426_667;
  private static final long FAST_512_PS = 215_834;

  private final DeviceParameters device = DeviceParameters.load("trn2");
  private final Throttle throttle = new Throttle(device.neuron().tensor());

  /** Brings the array to full rate at the end of the first window. */
  private void warmUp() {
    throttle.stream(0, 3072, 1);
    assertEquals(WINDOW_PS + FAST_512_PS, throttle.stream(WINDOW_PS, 512, 1));
  }

  @Test
  void itStartsSlowWithTheIssueGapHidden() {
    assertEquals(SLOW_512_PS, throttle.stream(0, 512, 1));
    assertEquals(2, throttle.factor());
  }

  @Test
  void atFullRateAPassTakesItsRowsAndSixCycles() {
    warmUp();
    assertEquals(1, throttle.factor());
    long end = throttle.stream(WINDOW_PS + 300_000, 840, 1);
    assertEquals(352_500, end - WINDOW_PS - 300_000, "fp32, 420 rows");
  }

  @ParameterizedTest
  @CsvSource({"3072, true", "3071, false"})
  void fromSlowTheThresholdIsThreeEighths(int cycles, boolean fast) {
    throttle.stream(0, cycles, 1);
    throttle.stream(WINDOW_PS, 1, 1);
    assertEquals(fast ? 1 : 2, throttle.factor());
  }

  @ParameterizedTest
  @CsvSource({"2560, true", "2559, false"})
  void fromFastTheThresholdIsTheSame(int more, boolean fast) {
    warmUp();
    throttle.stream(WINDOW_PS + FAST_512_PS, more, 1);
    throttle.stream(2 * WINDOW_PS, 1, 1);
    assertEquals(fast ? 1 : 2, throttle.factor());
    assertEquals(
        fast
            ? List.of(new Throttle.Change(WINDOW_PS, true))
            : List.of(new Throttle.Change(WINDOW_PS, true), new Throttle.Change(6_826_667, false)),
        throttle.changes());
  }

  /** The last instant of a window still belongs to it, its end to the next. */
  @Test
  void aWindowIsHalfOpen() {
    throttle.stream(0, 3072, 1);
    throttle.stream(WINDOW_PS - 1, 0, 1);
    assertEquals(2, throttle.factor());
    throttle.stream(WINDOW_PS, 0, 1);
    assertEquals(1, throttle.factor());
  }

  /** Slow until the boundary, fast from there: 512 cycles of 1024, the other 512 and the gap. */
  @Test
  void aPassMayCrossTheBoundary() {
    throttle.stream(0, 3072, 1);
    long start = WINDOW_PS - SLOW_512_PS;
    // 426,667 ps hold 512.0004 slow cycles; 511.9996 fast ones and 6 follow.
    assertEquals(WINDOW_PS + 215_834, throttle.stream(start, 1024, 1));
  }

  @Test
  void halfTheRowsNeverReachTheThreshold() {
    long at = 0;
    for (int i = 0; i < 100; i++) {
      at = throttle.stream(at, 512, 0.5);
    }
    assertEquals(2, throttle.factor());
    assertEquals(List.of(), throttle.changes());
  }

  @Test
  void allRowsReachItInTheFirstWindow() {
    long at = 0;
    for (int i = 0; i < 100; i++) {
      at = throttle.stream(at, 512, 1);
    }
    assertEquals(List.of(new Throttle.Change(WINDOW_PS, true)), throttle.changes());
  }

  @Test
  void anArrayThatNothingUsesHasNoPace() {
    assertEquals(Map.of(), throttle.pace());
    throttle.stream(0, 3072, 1);
    assertEquals(Map.of(0L, 50), throttle.pace());
    throttle.stream(WINDOW_PS, 512, 1);
    assertEquals(Map.of(0L, 50, WINDOW_PS, 100), throttle.pace());
  }

  @Test
  void anIdleWindowSlowsDown() {
    warmUp();
    throttle.stream(WINDOW_PS + FAST_512_PS, 3072, 1);
    throttle.stream(10 * WINDOW_PS, 1, 1);
    assertEquals(2, throttle.factor());
    assertEquals(
        List.of(new Throttle.Change(WINDOW_PS, true), new Throttle.Change(10_240_000, false)),
        throttle.changes());
  }

  @Test
  void aPhaseMovesEveryBoundary() {
    var shifted = device.withOverrides(Map.of("tensor_engine.throttle.phase", "1 us"));
    Throttle moved = new Throttle(shifted.neuron().tensor());
    long at = 0;
    for (int i = 0; i < 30; i++) {
      at = moved.stream(at, 512, 1);
    }
    // 1200 cycles of work by 1 us are too few; the window from 1 us on is full.
    assertEquals(List.of(new Throttle.Change(1_000_000 + WINDOW_PS, true)), moved.changes());
  }

  @Test
  void aPhaseIsShorterThanAWindow() {
    var e =
        assertThrows(
            SpecException.class,
            () -> device.withOverrides(Map.of("tensor_engine.throttle.phase", "3.5 us")));
    assertEquals(
        "override tensor_engine.throttle.phase: found \"3.5 us\", expected less than a window, 8192"
            + " cycles",
        e.getMessage());
  }
}

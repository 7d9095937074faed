package trn2sim.kernels.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrafficTest {
  /** 500 bytes in a nanosecond, in which two a picosecond make 2000. */
  @Test
  void ratesAreOverTheTimeGivenAndNotOverTheBusyTime() {
    Traffic link = new Traffic("link", 500, 300, 2);
    assertEquals(500, link.gigabytesPerSecond(1000));
    assertEquals(OptionalDouble.of(0.25), link.ofPeak(1000));
    Traffic engine = new Traffic("engine", 500, 300, Double.POSITIVE_INFINITY);
    assertEquals(OptionalDouble.empty(), engine.ofPeak(1000));
  }
}

package trn2sim.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
  private static List<Double> draw(long seed, int replication, int number) {
    RandomStream stream = new RandomStream(seed, replication, number);
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      values.add(stream.uniform(0.9, 1.1));
    }
    return values;
  }

  @Test
  void theSameSeedGivesTheSameNumbersWhateverElseWasDrawn() {
    List<Double> first = draw(42, 0, 3);
    draw(7, 1, 1);
    assertEquals(first, draw(42, 0, 3));
  }

  @Test
  void seedReplicationAndNumberAllCount() {
    List<Double> first = draw(42, 0, 3);
    assertNotEquals(first, draw(43, 0, 3));
    assertNotEquals(first, draw(42, 1, 3));
    assertNotEquals(first, draw(42, 0, 4));
    assertNotEquals(draw(42, 1, 0), draw(42, 0, 1));
  }

  @Test
  void numbersFillTheInterval() {
    Estimate estimate = Estimate.of(draw(42, 0, 0));
    assertTrue(estimate.min() >= 0.9 && estimate.max() <= 1.1);
    assertEquals(1.0, estimate.mean(), 3 * estimate.halfWidth95());
    assertTrue(estimate.min() < 0.91 && estimate.max() > 1.09);
  }

  @Test
  void theIntervalIsStudents() {
    // Mean 2, standard deviation 1, so the half-width is 4.3027 / sqrt(3).
    Estimate estimate = Estimate.of(List.of(1.0, 2.0, 3.0));
    assertEquals(new Estimate(3, 2, 4.3027 / Math.sqrt(3), 1, 3), estimate);
    assertThrows(IllegalArgumentException.class, () -> Estimate.of(List.of(1.0)));
  }

  @Test
  void theTableGoesOnWithoutAStep() {
    assertEquals(2.0395, Estimate.quantile(31), 2e-4);
    assertEquals(1.9840, Estimate.quantile(100), 1e-4);
  }
}

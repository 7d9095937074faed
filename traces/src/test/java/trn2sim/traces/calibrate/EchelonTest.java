package trn2sim.traces.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What equations say of their unknowns. */
class EchelonTest {
  @Test
  void aBandwidthAndItsEfficiencyShowTogether() {
    double[][] times = {{1, 0.5, 0.5, 0}, {1, 4, 4, 0}};
    Echelon latencyBandwidthEfficiency = new Echelon(times, 4);
    assertTrue(latencyBandwidthEfficiency.determines(0));
    assertFalse(latencyBandwidthEfficiency.determines(1));
    assertFalse(latencyBandwidthEfficiency.determines(2));
    assertEquals(List.of(2), latencyBandwidthEfficiency.movesWith(1));
    assertEquals(List.of(1), latencyBandwidthEfficiency.movesWith(2));
    assertFalse(latencyBandwidthEfficiency.seen(3));
  }

  @Test
  void oneSizeTellsNoLatencyFromABandwidth() {
    Echelon one = new Echelon(new double[][] {{1, 2}, {1, 2}}, 2);
    assertFalse(one.determines(0));
    assertFalse(one.determines(1));
    assertEquals(1, one.independent().size());
  }

  @Test
  void asManyIndependentTimesAsUnknownsTellAll() {
    Echelon two = new Echelon(new double[][] {{1, 2}, {1, 3}}, 2);
    assertTrue(two.determines(0));
    assertTrue(two.determines(1));
  }
}

package trn2sim.traces.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a change did to the losses of a run, in words. */
class ExperimentTest {
  private static final long US = 1_000_000;
  private static final Experiment BASE = run(138, Map.of("link wait", 33L, "first loads", 3L));

  private static Experiment run(long us, Map<String, Long> losses) {
    Map<String, Long> ps = new TreeMap<>();
    losses.forEach((name, loss) -> ps.put(name, loss * US));
    return new Experiment(us * US, 0, ps, Optional.empty());
  }

  private static Tried changed(Experiment after) {
    return BASE.changed(new Variation("", List.of()), after);
  }

  @Test
  void namesTheLossThatShrankMost() {
    Tried tried = changed(run(120, Map.of("link wait", 13L, "first loads", 5L)));
    assertEquals("link wait 33.0 -> 13.0 us", tried.why());
  }

  /** Twenty microseconds less of one loss and six of the run need an explanation. */
  @Test
  void namesWhatGrewMeanwhile() {
    Tried tried = changed(run(132, Map.of("link wait", 13L, "first loads", 39L)));
    assertEquals("link wait 33.0 -> 13.0 us, but first loads 3.00 -> 39.0 us", tried.why());
    Tried gone = changed(run(132, Map.of("HBM wait", 20L, "first loads", 3L)));
    assertEquals("link wait 33.0 -> 0 us, but HBM wait 0 -> 20.0 us", gone.why());
  }

  @Test
  void whatWouldBeShownAsNothingHasNoEffect() {
    Experiment after = new Experiment(138 * US - 60_000, 0, BASE.losses(), Optional.empty());
    assertFalse(changed(after).matters());
    assertEquals("no effect", changed(after).why());
    assertTrue(changed(run(137, Map.of("link wait", 32L, "first loads", 3L))).matters());
  }
}

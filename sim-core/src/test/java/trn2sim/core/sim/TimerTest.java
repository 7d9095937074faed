package trn2sim.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TimerTest {
  private final Simulation simulation = new Simulation();
  private final List<Long> rings = new ArrayList<>();
  private final Timer timer =
      new Timer(simulation, Phase.COMPLETE, "timer", () -> rings.add(simulation.now()));

  private void at(long ps, Runnable action) {
    simulation.at(ps, Phase.ISSUE, "step", action);
  }

  @Test
  void ringsOnceAtItsTime() {
    timer.set(10);
    timer.set(10);
    simulation.run();
    assertEquals(List.of(10L), rings);
  }

  @Test
  void movesForwardAndBack() {
    timer.set(10);
    timer.set(5);
    at(5, () -> timer.set(40));
    at(20, () -> timer.set(30));
    simulation.run();
    assertEquals(List.of(5L, 30L), rings);
  }

  @Test
  void movesLaterWithoutASecondRing() {
    timer.set(10);
    timer.set(25);
    simulation.run();
    assertEquals(List.of(25L), rings);
  }

  @Test
  void clearedItDoesNotRing() {
    timer.set(10);
    timer.clear();
    simulation.run();
    assertEquals(List.of(), rings);
    timer.set(20);
    simulation.run();
    assertEquals(List.of(20L), rings);
  }

  @Test
  void itsActionMaySetItAgain() {
    List<Long> seen = new ArrayList<>();
    Timer[] self = new Timer[1];
    self[0] =
        new Timer(
            simulation,
            Phase.ISSUE,
            "repeating",
            () -> {
              seen.add(simulation.now());
              if (seen.size() < 3) {
                self[0].set(simulation.now() + (seen.size() == 1 ? 0 : 4));
              }
            });
    self[0].set(8);
    self[0].set(6);
    simulation.run();
    assertEquals(List.of(6L, 6L, 10L), seen);
  }

  /** Whatever the moves, it rings at exactly the times at which it was due. */
  @Property(tries = 200)
  void ringsWhenDue(@ForAll @Size(max = 20) List<@IntRange(max = 12) Integer> delays) {
    Simulation run = new Simulation();
    List<Long> heard = new ArrayList<>();
    Timer moved = new Timer(run, Phase.COMPLETE, "timer", () -> heard.add(run.now()));
    List<Long> expected = new ArrayList<>();
    long due = Long.MAX_VALUE;
    for (int i = 0; i < delays.size(); i++) {
      long now = i * 3L;
      if (due <= now) {
        expected.add(due);
        due = Long.MAX_VALUE;
      }
      int delay = delays.get(i);
      due = delay == 0 ? Long.MAX_VALUE : now + delay;
      run.at(now, Phase.ISSUE, "move", delay == 0 ? moved::clear : () -> moved.set(now + delay));
    }
    if (due != Long.MAX_VALUE) {
      expected.add(due);
    }
    run.run();
    assertEquals(expected, heard);
  }
}

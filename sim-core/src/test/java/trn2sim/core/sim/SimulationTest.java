package trn2sim.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulationTest {
  private static final long LARGEST_PS = RunLimits.DEFAULT.maxPs();

  private final List<String> log = new ArrayList<>();

  private Simulation simulation(EventListKind list) {
    return new Simulation(list, RunLimits.DEFAULT);
  }

  private void note(Simulation simulation, long atPs, Phase phase, String name) {
    simulation.at(atPs, phase, name, () -> log.add(name + "@" + simulation.now()));
  }

  @ParameterizedTest
  @EnumSource
  void phasesOrderOneInstant(EventListKind list) {
    Simulation simulation = simulation(list);
    note(simulation, 5, Phase.OBSERVE, "observe");
    note(simulation, 5, Phase.ISSUE, "issue");
    note(simulation, 5, Phase.RESHARE, "reshare");
    note(simulation, 5, Phase.COMPLETE, "complete");
    note(simulation, 4, Phase.OBSERVE, "earlier");
    simulation.run();
    assertEquals(List.of("earlier@4", "complete@5", "reshare@5", "issue@5", "observe@5"), log);
  }

  @ParameterizedTest
  @EnumSource
  void tiesRunInScheduleOrder(EventListKind list) {
    Simulation simulation = simulation(list);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      note(simulation, 7, Phase.ISSUE, "e" + i);
      expected.add("e" + i + "@7");
    }
    simulation.run();
    assertEquals(expected, log);
  }

  @ParameterizedTest
  @EnumSource
  void anEventMayAddToItsOwnInstant(EventListKind list) {
    Simulation simulation = simulation(list);
    simulation.at(
        3,
        Phase.ISSUE,
        "first",
        () -> {
          note(simulation, 3, Phase.ISSUE, "again");
          note(simulation, 3, Phase.COMPLETE, "back");
        });
    note(simulation, 3, Phase.ISSUE, "second");
    simulation.run();
    assertEquals(List.of("back@3", "second@3", "again@3"), log);
  }

  /** All lists agree with a stable sort by time and phase, ties and re-insertions included. */
  @Property(tries = 60)
  void everyListIsAStableSort(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 31) Integer> keys) {
    record Entry(int number, int key) {}
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      entries.add(new Entry(i, keys.get(i)));
    }
    List<Integer> expected =
        entries.stream().sorted(Comparator.comparingInt(Entry::key)).map(Entry::number).toList();
    for (EventListKind list : EventListKind.values()) {
      Simulation simulation = simulation(list);
      List<Integer> seen = new ArrayList<>();
      for (Entry entry : entries) {
        Phase phase = Phase.values()[entry.key % 4];
        simulation.at(entry.key / 4, phase, "e", () -> seen.add(entry.number));
      }
      simulation.run();
      assertEquals(expected, seen, list.name());
      assertEquals(keys.size(), simulation.events());
    }
  }

  @ParameterizedTest
  @EnumSource
  void picosecondsStayExact(EventListKind list) {
    Simulation simulation = simulation(list);
    note(simulation, LARGEST_PS, Phase.ISSUE, "last");
    note(simulation, LARGEST_PS - 1, Phase.ISSUE, "before");
    simulation.run();
    assertEquals(List.of("before@" + (LARGEST_PS - 1), "last@" + LARGEST_PS), log);
  }

  @Test
  void thePastIsRefused() {
    Simulation simulation = new Simulation();
    simulation.at(10, Phase.ISSUE, "late", () -> note(simulation, 9, Phase.ISSUE, "past"));
    var e = assertThrows(SimulationException.class, simulation::run);
    assertEquals(
        "at 10 ps in late: java.lang.IllegalArgumentException: "
            + "past scheduled at 9 ps, before now, 10 ps",
        e.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void aFailureEndsTheRunForGood(EventListKind list) {
    Simulation simulation = simulation(list);
    var bug = new IllegalStateException("bug");
    simulation.at(
        2,
        Phase.ISSUE,
        "culprit",
        () -> {
          throw bug;
        });
    note(simulation, 2, Phase.ISSUE, "same instant");
    note(simulation, 3, Phase.ISSUE, "later");
    var e = assertThrows(SimulationException.class, simulation::run);
    assertEquals("at 2 ps in culprit: java.lang.IllegalStateException: bug", e.getMessage());
    assertSame(bug, e.getCause());
    assertTrue(log.isEmpty());
    note(simulation, 4, Phase.ISSUE, "after");
    assertSame(e, assertThrows(SimulationException.class, simulation::run));
    assertTrue(log.isEmpty());
  }

  @Test
  void aFailureReportedAsSuchIsNotWrapped() {
    Simulation simulation = new Simulation();
    var known = new SimulationException("known");
    simulation.at(
        0,
        Phase.ISSUE,
        "culprit",
        () -> {
          throw known;
        });
    assertSame(known, assertThrows(SimulationException.class, simulation::run));
  }

  @Test
  void runIsNotReentrant() {
    Simulation simulation = new Simulation();
    simulation.at(1, Phase.ISSUE, "inner", simulation::run);
    var e = assertThrows(SimulationException.class, simulation::run);
    assertEquals(
        "at 1 ps in inner: java.lang.IllegalStateException: the simulation is already running",
        e.getMessage());
  }

  @Test
  void aRunMayBeContinued() {
    Simulation simulation = new Simulation();
    simulation.run();
    note(simulation, 5, Phase.ISSUE, "a");
    simulation.run();
    note(simulation, 6, Phase.ISSUE, "b");
    simulation.run();
    simulation.run();
    assertEquals(List.of("a@5", "b@6"), log);
  }

  @Test
  void theEventLimitAllowsExactlyThatMany() {
    Simulation simulation = new Simulation(EventListKind.SPLAY_TREE, new RunLimits(3, 1000));
    for (int i = 1; i <= 3; i++) {
      note(simulation, i, Phase.ISSUE, "e" + i);
    }
    simulation.run();
    note(simulation, 4, Phase.ISSUE, "e4");
    var e = assertThrows(SimulationException.class, simulation::run);
    assertEquals("limit reached after 4 events at 4 ps, in e4", e.getMessage());
    assertEquals(List.of("e1@1", "e2@2", "e3@3"), log);
  }

  @Test
  void theTimeLimitIsTheLastInstantAllowed() {
    Simulation simulation = new Simulation(EventListKind.SPLAY_TREE, new RunLimits(100, 1000));
    note(simulation, 1000, Phase.ISSUE, "in time");
    note(simulation, 1001, Phase.ISSUE, "too late");
    var e = assertThrows(SimulationException.class, simulation::run);
    assertEquals("limit reached after 2 events at 1001 ps, in too late", e.getMessage());
    assertEquals(List.of("in time@1000"), log);
  }

  @Test
  void limitsMustBePositiveAndExact() {
    assertThrows(IllegalArgumentException.class, () -> new RunLimits(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new RunLimits(1, 0));
    assertThrows(IllegalArgumentException.class, () -> new RunLimits(1, 1L << 53));
  }
}

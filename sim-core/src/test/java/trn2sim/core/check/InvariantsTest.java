package trn2sim.core.check;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.program.Placement;
import trn2sim.core.program.Process;
import trn2sim.core.program.Processor;
import trn2sim.core.program.ProgramBuilder;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackBuilder;
import trn2sim.core.timeline.WaitReason;

/** Every law broken once, by a processor or a timeline that cheats. */
class InvariantsTest {
  private static final Timeline EMPTY = new Timeline(List.of(), 0);
  private static final int[] NONE = {};

  private final Simulation simulation = new Simulation();
  private final Runner runner = new Runner(simulation, (process, task) -> {});
  private final ProgramBuilder builder = new ProgramBuilder();

  /** How a cheat places a task. */
  private interface Place {
    void place(int task, long readyPs, Placement placement);
  }

  private Process load(Place place) {
    Processor processor =
        new Processor() {
          @Override
          public void place(int task, long readyPs, long inputsPs, Placement placement) {
            place.place(task, readyPs, placement);
          }

          @Override
          public long signalPs(int task) {
            return 5;
          }

          @Override
          public String describe(int task) {
            return "task " + task;
          }

          @Override
          public WaitReason awaitedAs(int task) {
            return WaitReason.ENGINE;
          }
        };
    return runner.add("core", builder.build(), processor, List.of());
  }

  private void assertBroken(String message, Timeline timeline) {
    var e =
        assertThrows(
            IllegalStateException.class, () -> Invariants.check(runner.processes(), timeline));
    assertEquals(message, e.getMessage());
  }

  private void twoDependentTasks() {
    int first = builder.task(builder.lane("a"), NONE, NONE);
    builder.task(builder.lane("b"), new int[] {first}, NONE);
  }

  @Test
  void anHonestRunPasses() {
    twoDependentTasks();
    load((task, ready, placement) -> placement.set(ready, ready + 10, ready + 10));
    runner.run();
    assertDoesNotThrow(() -> Invariants.check(runner.processes(), EMPTY));
  }

  @Test
  void everyTaskIsDone() {
    twoDependentTasks();
    load((task, ready, placement) -> placement.set(ready, ready + 10, ready + 10));
    assertBroken("core [task 0] was never done", EMPTY);
  }

  @Test
  void noTaskEndsBeforeItStarts() {
    builder.task(builder.lane("a"), NONE, NONE);
    load((task, ready, placement) -> placement.set(100, 100, 99));
    runner.run();
    assertBroken("core [task 0] ends before it starts", EMPTY);
  }

  @Test
  void noTaskStartsBeforeItsInput() {
    twoDependentTasks();
    load((task, ready, placement) -> placement.set(task == 1 ? 14 : 0, 20, 10 + 10 * task));
    runner.run();
    assertBroken("core [task 1] starts before its input", EMPTY);
  }

  /** The first task claims its tile for longer after the second has taken the space. */
  @Test
  void noMemoryHoldsMoreThanItsCapacity() {
    int space = builder.space("SBUF", 100, "B");
    int pool = builder.pool("tiles", 9);
    int lane = builder.lane("a");
    builder.task(lane, NONE, new int[] {builder.tile("x", space, 70, pool)});
    builder.task(lane, NONE, new int[] {builder.tile("y", space, 60, pool)});
    Process process = load((task, ready, p) -> p.set(ready, ready + 10, ready + 10));
    simulation.at(12, Phase.OBSERVE, "cheat", () -> process.complete(0, 500));
    runner.run();
    assertBroken("core: SBUF held 130 of 100", EMPTY);
  }

  private static Timeline timeline(long endPs, long[][] bars, WaitReason reason) {
    TrackBuilder track = new TrackBuilder("core.a", Track.Kind.ENGINE, 0, bars.length);
    for (int i = 0; i < bars.length; i++) {
      track.bar(i, bars[i][0], bars[i][1], reason, -1);
    }
    return new Timeline(List.of(track.build()), endPs);
  }

  @Test
  void barsDoNotOverlap() {
    long[][] bars = {{0, 10}, {9, 20}};
    assertBroken("core.a: bar 1 overlaps or overruns", timeline(20, bars, WaitReason.DMA));
  }

  @Test
  void barsDoNotRunBackwards() {
    long[][] bars = {{0, 10}, {15, 14}};
    assertBroken("core.a: bar 1 overlaps or overruns", timeline(20, bars, WaitReason.DMA));
  }

  @Test
  void barsEndWithTheRun() {
    long[][] bars = {{0, 10}, {10, 21}};
    assertBroken("core.a: bar 1 overlaps or overruns", timeline(20, bars, WaitReason.DMA));
  }

  @Test
  void everyGapHasAReason() {
    long[][] bars = {{0, 10}, {12, 20}};
    assertBroken(
        "core.a: gap before bar 1 at 10 ps has no reason", timeline(20, bars, WaitReason.NONE));
    assertDoesNotThrow(() -> Invariants.check(List.of(), timeline(20, bars, WaitReason.ENGINE)));
  }

  @Test
  void spaceLevelsAreSummedInstantByInstant() {
    int space = builder.space("SBUF", 100, "B");
    int pool = builder.pool("tiles", 9);
    int lane = builder.lane("a");
    builder.task(lane, NONE, new int[] {builder.tile("x", space, 70, pool)});
    builder.task(lane, NONE, new int[] {builder.tile("y", space, 60, pool)});
    Process process = load((task, ready, p) -> p.set(ready, ready + 10, ready + 10));
    runner.run();
    assertEquals(
        new Levels(new long[] {0, 15, 30}, new long[] {70, 60, 0}),
        SpaceLevels.reserved(process, space).all());
    assertEquals(70, SpaceLevels.reserved(process, space).peak());
  }

  @Test
  void spaceIsInUseFromTheFirstTaskOnAndReservedBefore() {
    int space = builder.space("SBUF", 100, "B");
    int pool = builder.pool("tiles", 9);
    int lane = builder.lane("a");
    builder.task(lane, NONE, new int[] {builder.tile("x", space, 40, pool)});
    builder.task(lane, NONE, NONE);
    builder.task(lane, NONE, new int[] {builder.tile("y", space, 60, pool)});
    Process process = load((task, ready, p) -> p.set(ready, ready + 10, ready + 10));
    runner.run();
    assertEquals(100, SpaceLevels.reserved(process, space).peak());
    assertEquals(60, SpaceLevels.inUse(process, space).peak());
  }
}

package trn2sim.core.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static trn2sim.core.program.Bench.after;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Wait;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.WaitReason;

class RunnerTest {
  private final Simulation simulation = new Simulation();
  private final List<String> settled = new ArrayList<>();
  private final Runner runner =
      new Runner(simulation, (process, task) -> settled.add(process.processor().describe(task)));
  private final Bench bench = new Bench();

  private static void assertSpan(long start, long done, Process process, int task) {
    assertEquals(start, process.startPs(task));
    assertEquals(done, process.donePs(task));
  }

  @Test
  void aLaneRunsItsTasksOneAfterAnotherWithoutEvents() {
    int lane = bench.builder.lane("a");
    int first = bench.task("first", lane, 100, after());
    int second = bench.task("second", lane, 50, after());
    Process process = bench.load(runner, "core");
    runner.run();
    assertSpan(0, 100, process, first);
    assertSpan(100, 150, process, second);
    assertEquals(WaitReason.NONE, process.reason(second));
    assertEquals(0, simulation.events());
  }

  @Test
  void aDependentTaskSeesItsInputAfterTheSignal() {
    int a = bench.builder.lane("a");
    int b = bench.builder.lane("b");
    int writer = bench.task("writer", a, 100, after());
    int reader = bench.task("reader", b, 30, after(writer));
    Process process = bench.load(runner, "core");
    runner.run();
    assertSpan(110, 140, process, reader);
    assertEquals(WaitReason.ENGINE, process.reason(reader));
    assertEquals(writer, process.blamed(reader));
    assertEquals(0, simulation.events(), "completion times known ahead need no event");
  }

  @Test
  void resultsOfALaneCompleteInOrder() {
    int a = bench.builder.lane("a");
    int slow = bench.pipelined("slow", a, 10, 500);
    int quick = bench.pipelined("quick", a, 10, 20);
    Process process = bench.load(runner, "core");
    runner.run();
    assertSpan(0, 500, process, slow);
    assertSpan(10, 500, process, quick);
  }

  @Test
  void withoutHistoryTheTimeIsTheSameAndStartsAreForgotten() {
    int a = bench.builder.lane("a");
    int dma = bench.builder.lane("dma");
    int load = bench.transfer("load", dma, 1000, after());
    int use = bench.task("use", a, 5, after(load));
    Process whole = bench.load(runner, "core");
    runner.run();
    Runner brief = new Runner(new Simulation(), (process, task) -> {}, false);
    Process timed = bench.load(brief, "core");
    brief.run();
    assertEquals(whole.donePs(use), timed.donePs(use));
    assertEquals(whole.endPs(), timed.endPs());
    assertEquals(whole.donePs(use), whole.endPs());
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> timed.startPs(use));
  }

  @Test
  void aLaneStopsAtATransferAndOthersGoOn() {
    int a = bench.builder.lane("a");
    int dma = bench.builder.lane("dma");
    int load = bench.transfer("load", dma, 1000, after());
    int other = bench.task("other", a, 70, after());
    int use = bench.task("use", a, 5, after(load));
    int next = bench.transfer("next", dma, 1, after());
    Process process = bench.load(runner, "core");
    runner.run();
    assertSpan(0, 70, process, other);
    assertSpan(1010, 1015, process, use);
    assertSpan(1, 2, process, next);
    assertEquals(WaitReason.DMA, process.reason(use));
    assertEquals(load, process.blamed(use));
    assertEquals(List.of("other", "next", "load", "use"), settled);
    assertEquals(2, simulation.events());
  }

  @Test
  void theReasonIsTheLastToCome() {
    int a = bench.builder.lane("a");
    int b = bench.builder.lane("b");
    int c = bench.builder.lane("c");
    int early = bench.task("early", a, 10, after());
    int late = bench.task("late", b, 90, after());
    int use = bench.task("use", c, 1, after(early, late));
    Process process = bench.load(runner, "core");
    runner.run();
    assertEquals(late, process.blamed(use));
  }

  @Test
  void spaceIsHandedOutInProgramOrder() {
    int dma = bench.builder.lane("dma");
    int a = bench.builder.lane("a");
    int space = bench.builder.space("SBUF", 100, "B");
    int pool = bench.builder.pool("tiles", Integer.MAX_VALUE);
    int big = bench.builder.tile("big", space, 80, pool);
    int large = bench.builder.tile("large", space, 60, pool);
    int small = bench.builder.tile("small", space, 10, pool);
    int first = bench.task("first", dma, 200, after(), big);
    int second = bench.task("second", dma, 10, after(), large);
    int third = bench.task("third", a, 10, after(), small);
    Process process = bench.load(runner, "core");
    runner.run();
    assertSpan(0, 200, process, first);
    assertSpan(210, 220, process, second);
    assertEquals(WaitReason.SPACE, process.reason(second));
    assertEquals(large, process.blamed(second));
    assertSpan(210, 220, process, third);
    assertEquals(0, process.reservedPs(big));
    assertEquals(210, process.releasedPs(big));
    assertEquals(210, process.reservedPs(small), "small would fit at once, but comes after large");
  }

  @Test
  void aPoolBoundsItsLiveTiles() {
    int dma = bench.builder.lane("dma");
    int a = bench.builder.lane("a");
    int space = bench.builder.space("SBUF", 1000, "B");
    int pool = bench.builder.pool("two", 2);
    int[] loads = new int[3];
    for (int i = 0; i < 3; i++) {
      int tile = bench.builder.tile("t" + i, space, 1, pool);
      loads[i] = bench.task("load" + i, dma, 10, after(), tile);
      bench.task("use" + i, a, 100, after(loads[i]), tile);
    }
    Process process = bench.load(runner, "core");
    runner.run();
    assertEquals(0, process.startPs(loads[0]));
    assertEquals(10, process.startPs(loads[1]));
    // use0 is done at 120, seen at 130.
    assertEquals(130, process.startPs(loads[2]));
  }

  @Test
  void aSemaphoreJoinsTwoProcesses() {
    Semaphore flag = new Semaphore("flag");
    Bench other = new Bench();
    int a = bench.builder.lane("a");
    bench.task("send", a, 70, after(), Program.NONE, List.of(), List.of(new Signal(0, 1)));
    bench.task("send more", a, 70, after(), Program.NONE, List.of(), List.of(new Signal(0, 2)));
    int b = other.builder.lane("b");
    int one = other.task("one", b, 1, after(), Program.NONE, waitFor(1), List.of());
    int three = other.task("three", b, 1, after(), Program.NONE, waitFor(3), List.of());
    Process receiver = other.load(runner, "receiver", flag);
    bench.load(runner, "sender", flag);
    runner.run();
    assertEquals(80, receiver.startPs(one));
    assertEquals(150, receiver.startPs(three));
    assertEquals(WaitReason.PEER, receiver.reason(three));
    assertEquals(3, flag.value());
    assertEquals(0, simulation.events());
  }

  private static List<Wait> waitFor(long value) {
    return List.of(new Wait(0, value));
  }

  @Test
  void aDeadlockNamesEachBlockedTaskAndWhatItWaitsFor() {
    Semaphore ping = new Semaphore("ping");
    Semaphore pong = new Semaphore("pong");
    Bench other = new Bench();
    int a = bench.builder.lane("Tensor");
    int v = bench.builder.lane("Vector");
    int x = bench.task("x", a, 1, after(), Program.NONE, waitFor(2), List.of(new Signal(1, 1)));
    bench.task("y", v, 1, after(x));
    int b = other.builder.lane("Tensor");
    other.task(
        "z", b, 1, after(), Program.NONE, List.of(new Wait(1, 1)), List.of(new Signal(0, 1)));
    bench.load(runner, "Core[0]", ping, pong);
    other.load(runner, "Core[1]", ping, pong);
    var e = assertThrows(DeadlockException.class, runner::run);
    assertEquals(
        "deadlock at 0.00 us, 3 lanes blocked"
            + "; Core[0].Tensor: [x] waits for semaphore ping at least 2, which is at 0"
            + "; Core[1].Tensor: [z] waits for semaphore pong at least 1, which is at 0"
            + "; Core[0].Vector: [y] waits for [x]",
        e.getMessage());
  }

  @Test
  void spaceThatNeverComesIsADeadlock() {
    int a = bench.builder.lane("a");
    int b = bench.builder.lane("b");
    int space = bench.builder.space("SBUF", 100, "B");
    int pool = bench.builder.pool("tiles", 5);
    int held = bench.builder.tile("held", space, 70, pool);
    int wanted = bench.builder.tile("wanted", space, 40, pool);
    int fill = bench.task("fill", a, 10, after(), held);
    int grow = bench.task("grow", b, 10, after(fill), wanted);
    bench.task("drain", a, 10, after(grow), held);
    bench.load(runner, "core");
    var e = assertThrows(DeadlockException.class, runner::run);
    assertEquals(
        "deadlock at 0.00 us, 2 lanes blocked"
            + "; core.b: [grow] waits for 40 B of SBUF for wanted, 30 free of 100"
            + "; core.a: [drain] waits for [grow]",
        e.getMessage());
  }

  @Test
  void aPoolThatIsTooSmallIsNamed() {
    int a = bench.builder.lane("a");
    int space = bench.builder.space("SBUF", 100, "B");
    int pool = bench.builder.pool("lhs", 1);
    int one = bench.builder.tile("lhs1", space, 1, pool);
    int two = bench.builder.tile("lhs2", space, 1, pool);
    bench.task("both", a, 10, after(), one, two);
    bench.load(runner, "core");
    var e = assertThrows(DeadlockException.class, runner::run);
    assertEquals(
        "deadlock at 0.00 us, 1 lane blocked"
            + "; core.a: [both] waits for lhs2, because lhs may have 1 live tiles",
        e.getMessage());
  }

  @Test
  void aLongDeadlockIsCutShort() {
    int a = bench.builder.lane("a");
    int stuck = bench.task("stuck", a, 1, after(), Program.NONE, waitFor(1), List.of());
    for (int i = 0; i < 20; i++) {
      bench.task("t" + i, bench.builder.lane("l" + i), 1, after(stuck));
    }
    bench.load(runner, "core", new Semaphore("never"));
    String message = assertThrows(DeadlockException.class, runner::run).getMessage();
    assertTrue(message.startsWith("deadlock at 0.00 us, 21 lanes blocked; "), message);
    assertTrue(message.endsWith("; core.l2: [t2] waits for [stuck]; and 17 more"), message);
  }

  @Test
  void aTransferThatNeverEndsIsNamed() {
    int a = bench.builder.lane("a");
    int lost = bench.builder.task(bench.builder.lane("dma"), after(), Program.NONE);
    bench.builder.task(a, after(lost), Program.NONE);
    Processor loses =
        new Processor() {
          @Override
          public void place(int task, long readyPs, long inputsPs, Placement placement) {
            placement.set(readyPs, readyPs, Placement.PENDING);
          }

          @Override
          public long signalPs(int task) {
            return 0;
          }

          @Override
          public String describe(int task) {
            return task == lost ? "lost" : "waiting";
          }

          @Override
          public WaitReason awaitedAs(int task) {
            return WaitReason.DMA;
          }
        };
    runner.add("core", bench.builder.build(), loses, List.of());
    var e = assertThrows(DeadlockException.class, runner::run);
    assertEquals(
        "deadlock at 0.00 us, 1 lane blocked; core.a: [waiting] waits for [lost]", e.getMessage());
  }

  @Test
  void programsAreCheckedAsTheyAreBuilt() {
    int lane = bench.builder.lane("a");
    var self =
        assertThrows(
            IllegalArgumentException.class, () -> bench.builder.task(lane, after(0), Program.NONE));
    assertEquals("task 0 depends on task 0", self.getMessage());
    var empty = assertThrows(IllegalArgumentException.class, () -> bench.builder.pool("none", 0));
    assertEquals("pool none needs at least one tile", empty.getMessage());
  }
}

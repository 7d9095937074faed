package trn2sim.core.program;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Wait;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.WaitReason;

/** A program and a processor with fixed times, written side by side for a test. */
final class Bench implements Processor {
  /** Latency of a dependent task. */
  static final long SIGNAL_PS = 10;

  private record Times(String name, long issuePs, long latencyPs, boolean transfer) {}

  final ProgramBuilder builder = new ProgramBuilder();
  private final List<Times> times = new ArrayList<>();
  private Process process;
  private Simulation simulation;

  /** An instruction of the same issue interval and latency. */
  int task(String name, int lane, long ps, int[] after, int... tiles) {
    return task(name, lane, ps, after, tiles, List.of(), List.of());
  }

  int task(
      String name,
      int lane,
      long ps,
      int[] after,
      int[] tiles,
      List<Wait> waits,
      List<Signal> signals) {
    times.add(new Times(name, ps, ps, false));
    return builder.task(lane, after, tiles, waits, signals);
  }

  int pipelined(String name, int lane, long issuePs, long latencyPs, int... after) {
    times.add(new Times(name, issuePs, latencyPs, false));
    return builder.task(lane, after, Program.NONE);
  }

  /** A task that occupies its lane for a picosecond and ends through an event. */
  int transfer(String name, int lane, long ps, int[] after, int... tiles) {
    times.add(new Times(name, 1, ps, true));
    return builder.task(lane, after, tiles);
  }

  Process load(Runner runner, String name, Semaphore... semaphores) {
    simulation = runner.simulation();
    process = runner.add(name, builder.build(), this, List.of(semaphores));
    return process;
  }

  static int[] after(int... tasks) {
    return tasks;
  }

  @Override
  public void place(int task, long readyPs, long inputsPs, Placement placement) {
    Times time = times.get(task);
    if (time.transfer) {
      placement.set(readyPs, readyPs + time.issuePs, Placement.PENDING);
      long end = readyPs + time.latencyPs;
      simulation.at(end, Phase.COMPLETE, time.name, () -> process.complete(task, end));
    } else {
      placement.set(readyPs, readyPs + time.issuePs, readyPs + time.latencyPs);
    }
  }

  @Override
  public long signalPs(int task) {
    return SIGNAL_PS;
  }

  @Override
  public String describe(int task) {
    return times.get(task).name;
  }

  @Override
  public WaitReason awaitedAs(int task) {
    return times.get(task).transfer ? WaitReason.DMA : WaitReason.ENGINE;
  }
}

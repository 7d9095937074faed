package trn2sim.kernels.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.compiler.Compiler;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.WhatIf;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Ranks;

/**
 * What a fused all-gather and matmul of m = 512, K = 8192, N = 32768 costs in timing mode as ranks
 * grow: instructions, events, processor time of the one thread and heap, against the bare event
 * engine in the same run.
 */
public final class ScalingBenchmark {
  private static final List<Integer> RANKS = List.of(4, 16, 64, 128);
  private static final int RANKS_OF_AN_INSTANCE = 64;
  private static final int LNC = 2;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long HOLD_EVENTS = 500_000;
  private static final int HOLD_ROUNDS = 20;
  private static final double MIB = 1 << 20;

  private static final Map<String, Object> SHAPE = Map.of("m", 512L, "K", 8192L, "N", 32768L);

  private ScalingBenchmark() {}

  public static void main(String[] arguments) {
    double hold = Double.MAX_VALUE;
    for (int round = 0; round < HOLD_ROUNDS; round++) {
      hold = Math.min(hold, seconds(new HoldLoop(HOLD_EVENTS)::run));
    }
    double rate = HOLD_EVENTS / hold;
    System.out.printf(Locale.ROOT, "bare SSJ hold loop: %.2f million events/s%n", rate / 1e6);
    System.out.println(
        "| tp | cores | instructions | events | CPU s | simulation alone | of hold loop, simulation alone | of hold loop, all | us per instruction, all | us per event, all | heap MiB |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
    ScalingBenchmark benchmark = new ScalingBenchmark();
    benchmark.row(4, rate, false);
    RANKS.forEach(tp -> benchmark.row(tp, rate, true));
  }

  /** Script, scheduling, assembly and simulation, as for a run from the command line. */
  private void row(int tp, double holdRate, boolean print) {
    long start = THREADS.getCurrentThreadCpuTime();
    DeviceParameters device = device(tp);
    Case fused = new Case("allgather_compute_matmul", new Ranks(tp, 1, LNC), SHAPE);
    Compiler compiler = new Compiler(device.neuron(), LNC, CompilerSettings.LIST);
    Launch launch = fused.launch(device).compiledBy(compiler).launch();
    Simulation simulation = new Simulation();
    Machine machine =
        new Machine(
            device.neuron(),
            new Runner(simulation, (process, task) -> {}),
            launch.communicator(),
            WhatIf.NOTHING);
    launch.load(machine, new Assembler(device.neuron(), LNC));
    double simulated = seconds(machine::run);
    double seconds = (THREADS.getCurrentThreadCpuTime() - start) / 1e9;
    long instructions = launch.cores().stream().mapToLong(c -> c.script().steps().size()).sum();
    System.gc();
    Runtime memory = Runtime.getRuntime();
    double heap = (memory.totalMemory() - memory.freeMemory()) / MIB;
    if (print) {
      System.out.printf(
          Locale.ROOT,
          "| %d | %d | %d | %d | %.1f | %.1f | %.2f | %.2f | %.2f | %.2f | %.0f |%n",
          tp,
          machine.processes().size(),
          instructions,
          simulation.events(),
          seconds,
          simulated,
          instructions / simulated / holdRate,
          instructions / seconds / holdRate,
          seconds * 1e6 / instructions,
          seconds * 1e6 / simulation.events(),
          heap);
    }
  }

  private static DeviceParameters device(int tp) {
    DeviceParameters instance = DeviceParameters.load("trn2");
    return tp <= RANKS_OF_AN_INSTANCE
        ? instance
        : instance.withOverrides(Map.of("instance.chips", "64"));
  }

  private static double seconds(Runnable work) {
    long start = THREADS.getCurrentThreadCpuTime();
    work.run();
    return (THREADS.getCurrentThreadCpuTime() - start) / 1e9;
  }
}

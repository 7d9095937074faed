package trn2sim.kernels.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Assembly;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Ranks;

/**
 * Simulated instructions per second of a 4096-cubed bf16 matmul in timing mode, against the events
 * per second of the bare event engine in the same run.
 */
public final class SimulationBenchmark {
  private static final int ROUNDS = 100;
  private static final long HOLD_EVENTS = 500_000;

  private final DeviceParameters device = DeviceParameters.load("trn2");
  private final Case matmul =
      new Case("matmul", new Ranks(1, 1, 1), Map.of("M", 4096L, "K", 4096L, "N", 4096L));
  private long instructions;
  private Simulation simulation;

  private SimulationBenchmark() {}

  public static void main(String[] arguments) {
    new SimulationBenchmark().run();
  }

  /** The parts take turns, so that other load on the machine falls on all; the best counts. */
  private void run() {
    double hold = Double.MAX_VALUE;
    double alone = Double.MAX_VALUE;
    double whole = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      hold = Math.min(hold, seconds(new HoldLoop(HOLD_EVENTS)::run));
      Machine ready = machine(script());
      alone = Math.min(alone, seconds(ready::run));
      whole = Math.min(whole, seconds(() -> machine(script()).run()));
    }
    double rate = HOLD_EVENTS / hold;
    print("bare SSJ hold loop, SplayTree, 1024 pending", rate, "events/s");
    System.out.printf(
        Locale.ROOT,
        "matmul 4096 cubed, bf16: %d instructions, %d events%n",
        instructions,
        simulation.events());
    print("(a) simulation alone", instructions / alone, "instructions/s");
    print("(b) with script and assembly", instructions / whole, "instructions/s");
    System.out.printf(Locale.ROOT, "ratio (a) %.2f (goal 0.30)%n", instructions / alone / rate);
    System.out.printf(Locale.ROOT, "ratio (b) %.2f (goal 0.30)%n", instructions / whole / rate);
  }

  private static void print(String what, double rate, String unit) {
    System.out.printf(Locale.ROOT, "%-46s %6.2f million %s%n", what, rate / 1e6, unit);
  }

  private Script script() {
    return matmul.launch(device).cores().get(0).script();
  }

  private Machine machine(Script script) {
    simulation = new Simulation();
    Machine machine = new Machine(device.neuron(), simulation, (process, task) -> {});
    Assembly assembly = new Assembler(device.neuron(), 1).assemble(script);
    machine.load(0, assembly, List.of());
    instructions = assembly.program().size();
    return machine;
  }

  private static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }
}

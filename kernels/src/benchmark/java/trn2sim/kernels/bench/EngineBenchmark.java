package trn2sim.kernels.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;

/** What an event and a flow cost, beside an event of the bare engine. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EngineBenchmark {
  private static final int EVENTS = 100_000;
  private static final int PENDING = 1024;
  private static final int FLOWS = 1000;
  private static final int AT_ONCE = 16;

  /** The bare engine, with 1,024 events pending. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public HoldLoop bareEvent() {
    HoldLoop loop = new HoldLoop(EVENTS);
    loop.run();
    return loop;
  }

  /** The same by way of the simulation. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long event() {
    Simulation simulation = new Simulation();
    for (int i = 0; i < PENDING; i++) {
      again(simulation, i, EVENTS / PENDING);
    }
    simulation.run();
    return simulation.events();
  }

  private static void again(Simulation simulation, int number, int left) {
    if (left > 0) {
      long delay = (number * 7919L + left * 104729L) % (1 << 20);
      simulation.at(
          simulation.now() + delay, Phase.ISSUE, "", () -> again(simulation, number, left - 1));
    }
  }

  /** A flow over a channel of its own and one that 16 flows share. */
  @Benchmark
  @OperationsPerInvocation(FLOWS * AT_ONCE)
  public long flow() {
    Simulation simulation = new Simulation();
    FlowNetwork network = new FlowNetwork(simulation);
    Channel shared = new Channel("shared", 1);
    for (int i = 0; i < AT_ONCE; i++) {
      Channel own = new Channel("own", 0.1 + 0.01 * i);
      List<Flow.Use> uses = List.of(new Flow.Use(own, 1), new Flow.Use(shared, 1));
      next(network, uses, FLOWS);
    }
    simulation.run();
    return simulation.events();
  }

  private static void next(FlowNetwork network, List<Flow.Use> uses, int left) {
    if (left > 0) {
      network.start(
          1000 + left % 7, uses, Double.POSITIVE_INFINITY, () -> next(network, uses, left - 1));
    }
  }
}

package trn2sim.traces.run;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.Estimate;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Disturbances;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.WhatIf;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.scenario.Scenario;

/** One scenario simulated several times: as asked for, in parts, with other random numbers. */
final class Trials {
  private final EventListKind eventList;
  private final Scenario scenario;
  private final Launch launch;
  private final Optional<Launch> baseline;
  private final Watch watch;

  /**
   * @param baseline the same problem without fusing, absent if there is nothing to compare with
   */
  Trials(
      EventListKind eventList,
      Scenario scenario,
      Launch launch,
      Optional<Launch> baseline,
      Watch watch) {
    this.eventList = eventList;
    this.scenario = scenario;
    this.launch = launch;
    this.baseline = baseline;
    this.watch = watch;
  }

  /** Whether a launch both communicates and computes. */
  static boolean fused(Launch launch) {
    return launch.communicator().isPresent() && launch.flopsPerRank() > 0;
  }

  /** The run that results show. */
  Machine main(Simulation simulation, Runner.Listener listener) {
    return simulate(View.TOTAL, simulation, listener, WhatIf.of(disturbances(0)));
  }

  /** Kernels that both communicate and compute are run again with one of the two for free. */
  Optional<ViewTimes> views(long totalPs) {
    if (!fused(launch)) {
      return Optional.empty();
    }
    Map<View, List<Long>> times = new EnumMap<>(View.class);
    times.put(View.TOTAL, List.of(totalPs));
    times.put(
        View.COMPUTE_ONLY,
        List.of(time(View.COMPUTE_ONLY, new WhatIf(false, true, disturbances(0)))));
    times.put(
        View.COMM_ONLY, List.of(time(View.COMM_ONLY, new WhatIf(true, false, disturbances(0)))));
    sequential(0).ifPresent(ps -> times.put(View.SEQUENTIAL, List.of(ps)));
    return Optional.of(new ViewTimes(times));
  }

  /** The main run and as many more as the scenario wants, each with random numbers of its own. */
  Optional<Replications> replications(long totalPs, Optional<ViewTimes> views) {
    int count = scenario.whatIf().replications();
    if (count < 2) {
      return Optional.empty();
    }
    List<Double> totals = new ArrayList<>(List.of(totalPs / PS_PER_US));
    List<Double> speedups = new ArrayList<>();
    views.filter(ViewTimes::hasSequential).ifPresent(v -> speedups.add(v.speedup()));
    List<long[]> others = IntStream.range(1, count).parallel().mapToObj(this::repeat).toList();
    for (long[] other : others) {
      totals.add(other[0] / PS_PER_US);
      if (!speedups.isEmpty()) {
        speedups.add((double) other[1] / other[0]);
      }
    }
    return Optional.of(
        new Replications(
            Estimate.of(totals),
            speedups.isEmpty() ? Optional.empty() : Optional.of(Estimate.of(speedups))));
  }

  long totalPs() {
    return time(View.TOTAL, WhatIf.of(disturbances(0)));
  }

  Timing timing() {
    return new Timing(totalPs(), sequential(0));
  }

  OptionalDouble speedup() {
    long[] times = repeat(0);
    return times[1] == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) times[1] / times[0]);
  }

  private long[] repeat(int replication) {
    long total = time(View.TOTAL, WhatIf.of(disturbances(replication)));
    return new long[] {total, sequential(replication).orElse(0)};
  }

  private OptionalLong sequential(int replication) {
    return baseline.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(time(View.SEQUENTIAL, WhatIf.of(disturbances(replication))));
  }

  private Disturbances disturbances(int replication) {
    return scenario.whatIf().disturbances(scenario.run().seed(), replication);
  }

  private long time(View view, WhatIf whatIf) {
    Simulation simulation = new Simulation(eventList, RunLimits.DEFAULT);
    Machine machine = simulate(view, simulation, (process, task) -> {}, whatIf);
    return TimelineReader.of(machine.processes()).endPs();
  }

  private Machine simulate(
      View view, Simulation simulation, Runner.Listener listener, WhatIf whatIf) {
    Launch what = view == View.SEQUENTIAL ? baseline.orElseThrow() : launch;
    Machine machine =
        new Machine(scenario.device().neuron(), simulation, listener, what.communicator(), whatIf);
    what.load(machine, new Assembler(scenario.device().neuron()));
    watch.begins(stage(view, simulation, machine));
    machine.run();
    watch.ends();
    return machine;
  }

  private Watch.Stage stage(View view, Simulation simulation, Machine machine) {
    List<Process> processes = machine.processes();
    return new Watch.Stage(
        view.label().replace('_', ' '),
        view.ordinal() + 1,
        baseline.isPresent() ? View.values().length : fused(launch) ? View.values().length - 1 : 1,
        simulation,
        () -> processes.stream().mapToLong(Process::settled).sum(),
        processes.stream().mapToLong(process -> process.program().size()).sum());
  }
}

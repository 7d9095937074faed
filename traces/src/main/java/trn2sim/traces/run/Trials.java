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
import java.util.stream.Stream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.Estimate;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.RunSetup;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.scenario.Scenario;

/** One scenario simulated several times: as asked for, in parts, with other random numbers. */
final class Trials {
  /** Views of runs with at most so many events are simulated side by side, larger ones in turn. */
  private static final long SIDE_BY_SIDE = 100_000;

  private final EventListKind eventList;
  private final Scenario scenario;
  private final Execution execution;
  private final Watch watch;

  /** Some views run side by side on other threads, while this one waits for them. */
  private final Thread owner = Thread.currentThread();

  Trials(EventListKind eventList, Scenario scenario, Watch watch) {
    this.eventList = eventList;
    this.scenario = scenario;
    this.execution = scenario.kernel().prepare(scenario.request());
    this.watch = watch;
  }

  Execution execution() {
    return execution;
  }

  /** The run that results show. */
  Outcome main(Runner.Listener listener) {
    return simulate(View.TOTAL, 0, listener, true);
  }

  /** The times of each view, if there are several. */
  Optional<ViewTimes> views(Outcome total) {
    List<View> views = execution.views();
    if (views.size() == 1) {
      return Optional.empty();
    }
    Stream<View> others = views.stream().filter(view -> view != View.TOTAL);
    boolean small = total.events() <= SIDE_BY_SIDE;
    List<List<Long>> ranks = (small ? others.parallel() : others).map(this::rankPs).toList();
    Map<View, List<Long>> times = new EnumMap<>(View.class);
    times.put(View.TOTAL, total.rankPs());
    for (int i = 0; i < ranks.size(); i++) {
      times.put(views.get(i + 1), ranks.get(i));
    }
    return Optional.of(new ViewTimes(times));
  }

  private List<Long> rankPs(View view) {
    return simulate(view, 0, this::settled, false).rankPs();
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
    return time(View.TOTAL, 0);
  }

  Timing timing() {
    return new Timing(totalPs(), sequential(0));
  }

  OptionalDouble speedup() {
    long[] times = repeat(0);
    return times[1] == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) times[1] / times[0]);
  }

  private long[] repeat(int replication) {
    long total = time(View.TOTAL, replication);
    return new long[] {total, sequential(replication).orElse(0)};
  }

  private OptionalLong sequential(int replication) {
    return execution.views().contains(View.SEQUENTIAL)
        ? OptionalLong.of(time(View.SEQUENTIAL, replication))
        : OptionalLong.empty();
  }

  private long time(View view, int replication) {
    return simulate(view, replication, this::settled, false).meanPs();
  }

  private void settled(Process process, int task) {
    Cancellation.check(owner);
  }

  private Outcome simulate(View view, int replication, Runner.Listener listener, boolean rows) {
    Simulation simulation = new Simulation(eventList, RunLimits.DEFAULT);
    RunSetup setup =
        new RunSetup(
            view,
            simulation,
            scenario.whatIf().disturbances(scenario.run().seed(), replication),
            listener,
            processes -> watch.begins(stage(view, simulation, processes)),
            rows);
    Outcome outcome = execution.run(setup);
    watch.ends();
    return outcome;
  }

  private Watch.Stage stage(View view, Simulation simulation, List<Process> processes) {
    return new Watch.Stage(
        view.label().replace('_', ' '),
        execution.views().indexOf(view) + 1,
        execution.views().size(),
        simulation,
        () -> processes.stream().mapToLong(Process::settled).sum(),
        processes.stream().mapToLong(process -> process.program().size()).sum());
  }
}

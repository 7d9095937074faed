package trn2sim.traces.run;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.MachineKernel;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.api.Work;
import trn2sim.kernels.functional.RankVerdict;
import trn2sim.kernels.functional.TileReplay;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.traces.scenario.RunSettings;
import trn2sim.traces.scenario.Scenario;

/** Runs a scenario whose kernel brings its own machine. */
final class MachineRunner {
  private final EventListKind eventList;
  private final int threads;
  private final Scenario scenario;
  private final Execution execution;

  MachineRunner(EventListKind eventList, int threads, Scenario scenario, MachineKernel kernel) {
    this.eventList = eventList;
    this.threads = threads;
    this.scenario = scenario;
    this.execution = kernel.prepare(scenario.request());
  }

  RunResult run(boolean compared) {
    Outcome outcome = run(View.TOTAL);
    Work work =
        new Work(
            execution.flopsPerRank(),
            execution.peakFlopsPerRank(),
            Optional.of(execution.problem()));
    boolean parts = compared && execution.views().size() > 1;
    return new RunResult(
        scenario,
        work,
        outcome,
        Optional.empty(),
        new TreeMap<>(),
        verdicts(outcome),
        parts ? Optional.of(views(outcome)) : Optional.empty(),
        Optional.empty());
  }

  /** The kernel and, if it has such a view, its parts one after the other. */
  Timing timing() {
    boolean compared = execution.views().contains(View.SEQUENTIAL);
    return new Timing(
        run(View.TOTAL).meanPs(),
        compared ? OptionalLong.of(run(View.SEQUENTIAL).meanPs()) : OptionalLong.empty());
  }

  private Outcome run(View view) {
    return execution.run(view, new Simulation(eventList, RunLimits.DEFAULT));
  }

  /** Each view is run, beside the others, and forgotten but for its times. */
  private ViewTimes views(Outcome total) {
    List<View> views = execution.views();
    List<List<Long>> ranks =
        views.parallelStream()
            .map(view -> view == View.TOTAL ? total.rankPs() : run(view).rankPs())
            .toList();
    Map<View, List<Long>> times = new EnumMap<>(View.class);
    for (int i = 0; i < ranks.size(); i++) {
      times.put(views.get(i), ranks.get(i));
    }
    return new ViewTimes(times);
  }

  private List<RankVerdict> verdicts(Outcome outcome) {
    RunSettings run = scenario.run();
    if (!run.computes()) {
      return List.of();
    }
    if (run.rounding() != RoundingMode.NEAREST) {
      throw scenario
          .origin()
          .refuse(
              "run.rounding",
              run.rounding().label(),
              "nearest, because the sums of " + scenario.kernel().name() + " stay fp32");
    }
    return new TileReplay(execution.problem(), run.data(), run.seed(), threads)
        .verify(outcome.effects(), outcome.rankPs().size());
  }
}

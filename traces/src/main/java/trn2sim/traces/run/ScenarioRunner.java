package trn2sim.traces.run;

import java.util.List;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Setting;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.api.Work;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.kernels.functional.CompletionLog;
import trn2sim.kernels.functional.FunctionalRun;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.race.RaceDetector;
import trn2sim.kernels.race.RaceException;
import trn2sim.traces.scenario.RunSettings;
import trn2sim.traces.scenario.Scenario;

/** Runs scenarios, each on a machine and a simulation of its own; one runner serves any thread. */
public final class ScenarioRunner {
  /** Clocks of more cores would take longer to compare than the run itself. */
  private static final int MOST_CORES = 32;

  private final EventListKind eventList;
  private final int threads;
  private final Watch watch;

  /**
   * @param threads threads for the arithmetic of a functional run
   */
  public ScenarioRunner(EventListKind eventList, int threads) {
    this(eventList, threads, Watch.NOBODY);
  }

  private ScenarioRunner(EventListKind eventList, int threads, Watch watch) {
    this.eventList = eventList;
    this.threads = threads;
    this.watch = watch;
  }

  /** Lets somebody look on. */
  public ScenarioRunner watchedBy(Watch onlooker) {
    return new ScenarioRunner(eventList, threads, onlooker);
  }

  /** The usual event list, the arithmetic on every processor. */
  public static ScenarioRunner standard() {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, Runtime.getRuntime().availableProcessors());
  }

  /** Runs to the end; a request the kernel refuses is reported with its place in the file. */
  public RunResult run(Scenario scenario) {
    return run(scenario, true);
  }

  /** The same without the views and replications that only tell about time. */
  public RunResult runOnce(Scenario scenario) {
    return run(scenario, false);
  }

  /** How long the kernel takes, and nothing else of it. */
  public Timing time(Scenario scenario) {
    return Attempt.of(scenario, () -> new Trials(eventList, scenario, watch).timing());
  }

  private RunResult run(Scenario scenario, boolean compared) {
    return Attempt.of(scenario, () -> attempt(scenario, compared));
  }

  private RunResult attempt(Scenario scenario, boolean compared) {
    Trials trials = new Trials(eventList, scenario, watch);
    Optional<FunctionalRun> functional = functional(scenario, trials.execution().work());
    Optional<CompletionLog> log =
        compared && functional.isEmpty() && mayRace(scenario)
            ? Optional.of(new CompletionLog())
            : Optional.empty();
    Runner.Listener silent = (process, task) -> {};
    Runner.Listener listener = log.isPresent() ? log.get() : silent;
    Outcome outcome = trials.main(functional.isPresent() ? functional.get() : listener);
    List<RankVerdict> verdicts =
        functional.map(run -> run.verify(outcome.effects(), outcome.ranks())).orElse(List.of());
    List<String> remarks =
        functional
            .map(run -> races(run, outcome))
            .or(() -> log.map(told -> races(told, outcome)))
            .orElse(List.of());
    Optional<ViewTimes> views = compared ? trials.views(outcome) : Optional.empty();
    Optional<Replications> replications =
        compared ? trials.replications(outcome.meanPs(), views) : Optional.empty();
    return new RunResult(
        scenario, trials.execution().work(), outcome, verdicts, remarks, views, replications);
  }

  private Optional<FunctionalRun> functional(Scenario scenario, Work work) {
    RunSettings run = scenario.run();
    if (!run.computes()) {
      return Optional.empty();
    }
    String kernel = scenario.kernel().name();
    if (work.problem().isEmpty()) {
      throw unchecked(scenario);
    }
    boolean rounds = scenario.kernel().settings().contains(Setting.ROUNDING);
    if (run.rounding() != RoundingMode.NEAREST && !rounds) {
      String expected = "nearest, because the sums of " + kernel + " stay fp32";
      throw scenario.origin().refuse("run.rounding", run.rounding().label(), expected);
    }
    return Optional.of(new FunctionalRun(work.problem().get(), run.functional(), threads));
  }

  /** Values that nothing can be held against. */
  private static SpecException unchecked(Scenario scenario) {
    Kernel kernel = scenario.kernel();
    String lacks = kernel.name() + " " + kernel.unchecked();
    return kernel
        .checkedBy()
        .map(
            remedy ->
                scenario
                    .origin()
                    .refuse("kernel", kernel.name() + ", which " + kernel.unchecked(), remedy))
        .orElseGet(
            () ->
                scenario
                    .origin()
                    .refuse("run.mode", scenario.run().mode().label(), "timing, because " + lacks));
  }

  /** Kernels of users, whose cores share memory, on as many cores as can be looked at soon. */
  private static boolean mayRace(Scenario scenario) {
    Ranks ranks = scenario.ranks();
    return scenario.kernel().authored()
        && ranks.lnc() > 1
        && ranks.lnc() * ranks.tp() * ranks.groups() <= MOST_CORES;
  }

  /** A run that computes would refuse the kernel; its time may still be of use. */
  private static List<String> races(CompletionLog log, Outcome outcome) {
    Optional<RaceDetector> detector =
        outcome.machine().neuron().map(run -> RaceDetector.ofTimes(run.launch()));
    try {
      detector.ifPresent(
          races -> {
            log.tell(races, outcome.processes());
            races.finish();
          });
      return List.of();
    } catch (RaceException e) {
      return List.of("W12 " + e.getMessage());
    }
  }

  /** Cores that share memory must be ordered, not only lucky; what is no race but looks like it. */
  private static List<String> races(FunctionalRun functional, Outcome outcome) {
    Optional<RaceDetector> detector =
        outcome.machine().neuron().map(run -> new RaceDetector(run.launch(), functional::touched));
    detector.ifPresent(
        races -> {
          functional.tell(races, outcome.processes());
          races.finish();
        });
    return detector.map(RaceDetector::remarks).orElse(List.of());
  }
}

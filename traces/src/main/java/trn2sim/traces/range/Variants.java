package trn2sim.traces.range;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.sim.EventListKind;
import trn2sim.traces.findings.Variant;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.run.Timing;
import trn2sim.traces.scenario.Scenario;

/** Simulates a scenario with other settings, within a limit on the number of simulations. */
final class Variants {
  /** How many times the simulations of the run itself. */
  private static final int MOST_TIMES = 25;

  private final Scenario scenario;
  private final Variant asIs;
  private final Runnable whenOneIsDone;
  private final ScenarioRunner runner = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);
  private final List<String> refused = new ArrayList<>();
  private final int most;
  private int simulations;

  Variants(RunResult run, Runnable whenOneIsDone) {
    this.scenario = run.scenario();
    this.asIs = new Variant(List.of(), run.timing());
    this.whenOneIsDone = whenOneIsDone;
    this.most = MOST_TIMES * run.views().map(views -> views.rankPs().size()).orElse(1);
  }

  Variant asIs() {
    return asIs;
  }

  int simulations() {
    return simulations;
  }

  int most() {
    return most;
  }

  List<String> refused() {
    return refused;
  }

  /** How many more variants there is room for. */
  int left() {
    return (most - simulations) / each();
  }

  /** A kernel with a baseline is simulated together with it. */
  private int each() {
    return asIs.timing().sequentialPs().isPresent() ? 2 : 1;
  }

  Optional<Variant> run(TrialSettings change) {
    return run(List.of(change)).get(0);
  }

  /** Side by side; nothing for those with which the kernel cannot run. */
  List<Optional<Variant>> run(List<TrialSettings> changes) {
    simulations += changes.size() * each();
    List<Attempted> all = changes.parallelStream().map(this::attempt).toList();
    all.stream().filter(a -> a.variant.isEmpty()).forEach(a -> refused.add(a.refusal));
    return all.stream().map(Attempted::variant).toList();
  }

  private record Attempted(Optional<Variant> variant, String refusal) {}

  private Attempted attempt(TrialSettings change) {
    try {
      Timing timing = runner.time(change.applied(scenario));
      return new Attempted(Optional.of(new Variant(change.settings(), timing)), "");
    } catch (SpecException e) {
      return refusal(change, "found " + e.found() + ", expected " + e.expected());
    } catch (RunFailure e) {
      return refusal(change, e.reason());
    } finally {
      whenOneIsDone.run();
    }
  }

  private static Attempted refusal(TrialSettings change, String why) {
    return new Attempted(Optional.empty(), String.join(" ", change.settings()) + ": " + why);
  }
}

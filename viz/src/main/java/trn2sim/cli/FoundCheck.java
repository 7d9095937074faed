package trn2sim.cli;

import java.nio.file.Path;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.nki.Proposal;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * Whether a kernel runs with the arguments proposed, and which of the functions that a check knows
 * it computes: found by running and by computing it.
 */
final class FoundCheck {
  /** More would take longer than somebody who wants a scenario waits. */
  private static final int MOST_INSTRUCTIONS = 300;

  private static final int MOST_TIMED = 3000;

  private final ScenarioLoader loader;
  private final Proposal proposal;
  private final Path target;

  /**
   * @param target where the scenario is going to be
   */
  FoundCheck(ScenarioLoader loader, Proposal proposal, Path target) {
    this.loader = loader;
    this.proposal = proposal;
    this.target = target;
  }

  /** Why a kernel that was recorded does not run; not looked at for long ones. */
  Optional<String> refusal() {
    boolean doubtful = !proposal.isTried() || proposal.isUnwritten();
    if (doubtful || proposal.instructions() > MOST_TIMED) {
      return Optional.empty();
    }
    try {
      ScenarioRunner.standard().runOnce(scenario(Optional.empty(), "timing"));
      return Optional.empty();
    } catch (SpecException | NkiException | RunFailure e) {
      return Optional.of(e.getMessage().lines().findFirst().orElse(""));
    }
  }

  /** The first of them whose values the kernel has, with all ranks. */
  Optional<String> find() {
    if (!proposal.isTried() || proposal.instructions() > MOST_INSTRUCTIONS) {
      return Optional.empty();
    }
    int tp = scenario(Optional.empty(), "timing").ranks().tp();
    return proposal.possibleChecks(tp).stream().filter(this::isComputed).findFirst();
  }

  private boolean isComputed(String check) {
    try {
      return ScenarioRunner.standard().runOnce(scenario(Optional.of(check), "functional")).passed();
    } catch (SpecException | NkiException | RunFailure e) {
      return false; // shapes that it does not have, or a kernel that does not run
    }
  }

  private Scenario scenario(Optional<String> check, String mode) {
    YamlCursor top = YamlCursor.readString(target.toString(), proposal.scenario());
    check.ifPresent(text -> top.set("kernel.check", text));
    top.set("run.mode", mode);
    Path folder = target.toAbsolutePath().getParent();
    return loader.read(top, target.toString(), proposal.function(), Optional.of(folder));
  }
}

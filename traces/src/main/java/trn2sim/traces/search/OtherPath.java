package trn2sim.traces.search;

import java.util.Optional;
import java.util.OptionalLong;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.api.PathChoice;
import trn2sim.kernels.api.Settings;
import trn2sim.traces.run.Attempt;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.Trial;
import trn2sim.traces.scenario.Scenario;

/**
 * What a kernel that chooses between SBUF and HBM would cost the other way.
 *
 * @param rule the path not taken
 * @param totalPs its time; none if it cannot be taken
 * @param refusal why not, empty if it can
 */
public record OtherPath(String rule, OptionalLong totalPs, String refusal) {
  /** The option with which kernels let the HBM path be forced. */
  private static final String FORCE = "force_hbm_cc";

  /** What makes a kernel take it, as {@code --set} takes it. */
  public String setting() {
    return "options." + FORCE + "=" + rule.equals("HBM");
  }

  /** Simulates the other path; nothing for kernels that do not choose. */
  public static Optional<OtherPath> of(Scenario scenario) {
    if (!scenario.options().has(FORCE)) {
      return Optional.empty();
    }
    PathChoice taken = scenario.kernel().path(scenario.request()).orElseThrow();
    String other = taken.rule().equals("SBUF") ? "HBM" : "SBUF";
    Settings toggled = scenario.options().with(FORCE, !scenario.options().flag(FORCE));
    boolean barred = other.equals("SBUF") && !scenario.options().flag(FORCE);
    return Optional.of(
        barred
            ? new OtherPath(other, OptionalLong.empty(), taken.reason())
            : of(scenario.with(toggled), other));
  }

  private static OtherPath of(Scenario scenario, String other) {
    try {
      return Attempt.of(scenario, () -> simulate(scenario, other));
    } catch (SpecException e) {
      String refusal = e.key() + ": found " + e.found() + ", expected " + e.expected();
      return new OtherPath(other, OptionalLong.empty(), refusal);
    } catch (RunFailure e) {
      return new OtherPath(other, OptionalLong.empty(), e.reason());
    }
  }

  private static OtherPath simulate(Scenario scenario, String other) {
    PathChoice choice = scenario.kernel().path(scenario.request()).orElseThrow();
    if (!choice.rule().equals(other)) {
      return new OtherPath(other, OptionalLong.empty(), choice.reason());
    }
    long total = new Trial(scenario).totalPs();
    return new OtherPath(other, OptionalLong.of(total), "");
  }
}

package trn2sim.traces.range;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.traces.scenario.Scenario;

/** Settings that a scenario is tried with: another compiler, or other values of parameters. */
record TrialSettings(Optional<CompilerSettings> compiler, Map<String, String> overrides) {
  static TrialSettings of(CompilerSettings compiler) {
    return new TrialSettings(Optional.of(compiler), Map.of());
  }

  static TrialSettings of(String parameter, String value) {
    return new TrialSettings(Optional.empty(), Map.of(parameter, value));
  }

  /** The parameters of all of them together. */
  static TrialSettings together(List<TrialSettings> changes) {
    Map<String, String> all = new LinkedHashMap<>();
    changes.forEach(change -> all.putAll(change.overrides));
    return new TrialSettings(Optional.empty(), all);
  }

  Scenario applied(Scenario scenario) {
    return compiler.map(scenario::with).orElseGet(() -> scenario.withOverrides(overrides));
  }

  /** As {@code --set} takes them. */
  List<String> settings() {
    List<String> settings = new ArrayList<>();
    compiler.ifPresent(
        other -> {
          settings.add("compiler.order=" + other.order().label());
          settings.add("compiler.engines=" + other.engines().label());
        });
    overrides.forEach((name, value) -> settings.add("overrides." + name + "=" + value));
    return settings;
  }
}

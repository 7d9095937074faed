package trn2sim.traces.range;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.traces.scenario.Scenario;

/**
 * Settings that a scenario is tried with: another compiler, DMA descriptors built beforehand, or
 * other values of parameters.
 */
record TrialSettings(
    Optional<CompilerSettings> compiler, boolean prepared, Map<String, String> overrides) {
  /** What the compiler does with {@code --disable-dge}. */
  static final TrialSettings PREPARED = new TrialSettings(Optional.empty(), true, Map.of());

  static TrialSettings of(CompilerSettings compiler) {
    return new TrialSettings(Optional.of(compiler), false, Map.of());
  }

  static TrialSettings of(String parameter, String value) {
    return ofOverrides(Map.of(parameter, value));
  }

  private static TrialSettings ofOverrides(Map<String, String> overrides) {
    return new TrialSettings(Optional.empty(), false, overrides);
  }

  /** The parameters of all of them together. */
  static TrialSettings together(List<TrialSettings> changes) {
    Map<String, String> all = new LinkedHashMap<>();
    changes.forEach(change -> all.putAll(change.overrides));
    return ofOverrides(all);
  }

  Scenario applied(Scenario scenario) {
    if (compiler.isPresent()) {
      return scenario.with(compiler.get());
    }
    return prepared
        ? scenario.with(DmaQueues.prepared(scenario.options()))
        : scenario.withOverrides(overrides);
  }

  /** As {@code --set} takes them. */
  List<String> settings() {
    List<String> settings = new ArrayList<>();
    compiler.ifPresent(
        other -> {
          settings.add("compiler.order=" + other.order().label());
          settings.add("compiler.engines=" + other.engines().label());
        });
    if (prepared) {
      settings.add("options.dge=static");
    }
    overrides.forEach((name, value) -> settings.add("overrides." + name + "=" + value));
    return settings;
  }
}

package trn2sim.traces.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.Setting;
import trn2sim.traces.scenario.Scenario;

/** A scenario in a line: kernel, device, shape, type and ranks. */
public final class ScenarioText {
  private ScenarioText() {}

  public static String of(Scenario scenario) {
    String shape =
        scenario.shape().values().entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue() + ", ")
            .collect(Collectors.joining());
    List<String> types = scenario.kernel().types(scenario.request());
    return Text.format(
        "%s on %s, %s%s%s",
        scenario.kernel().name(),
        scenario.deviceName(),
        shape,
        types.isEmpty() ? "" : String.join(" and ", types) + ", ",
        ranks(scenario));
  }

  /** What is not as usual: options and overrides, and how instructions are ordered. */
  public static String settings(Scenario scenario) {
    List<String> settings = new ArrayList<>();
    Map<String, String> usual = new HashMap<>();
    scenario
        .kernel()
        .options()
        .forEach(spec -> spec.fallback().ifPresent(text -> usual.put(spec.name(), text)));
    scenario
        .options()
        .values()
        .forEach(
            (name, value) -> {
              if (!value.toString().equals(usual.get(name))) {
                settings.add("options." + name + "=" + value);
              }
            });
    scenario.overrides().forEach((name, value) -> settings.add("overrides." + name + "=" + value));
    return settings.isEmpty()
        ? "all options at their defaults, no overrides"
        : String.join(", ", settings);
  }

  private static String ranks(Scenario scenario) {
    String tp = "tp " + scenario.ranks().tp();
    String groups = scenario.ranks().groups() > 1 ? ", groups " + scenario.ranks().groups() : "";
    boolean logical = scenario.kernel().settings().contains(Setting.LOGICAL_CORES);
    return tp + groups + (logical ? ", lnc " + scenario.ranks().lnc() : "");
  }
}

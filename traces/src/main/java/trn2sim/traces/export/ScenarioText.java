package trn2sim.traces.export;

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
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    return Text.format(
        "%s on %s, %s, %s, %s",
        scenario.kernel().name(),
        scenario.deviceName(),
        shape,
        scenario.dtype().label(),
        ranks(scenario));
  }

  private static String ranks(Scenario scenario) {
    String tp = "tp " + scenario.ranks().tp();
    String groups = scenario.ranks().groups() > 1 ? ", groups " + scenario.ranks().groups() : "";
    boolean logical = scenario.kernel().settings().contains(Setting.LOGICAL_CORES);
    return tp + groups + (logical ? ", lnc " + scenario.ranks().lnc() : "");
  }
}

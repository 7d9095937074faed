package trn2sim.traces.export;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.traces.calibrate.Calibration;
import trn2sim.traces.calibrate.Finding;

/** The fitted parameters of a calibration, in the form of the overrides of a scenario. */
public final class CalibrationYaml {
  private CalibrationYaml() {}

  /** With the files they come from. */
  public static String of(Calibration calibration, List<String> files) {
    StringBuilder out = new StringBuilder("# Fitted to single instructions and DMAs of\n");
    files.forEach(file -> out.append("#   ").append(file.replaceAll("\\R", " ")).append('\n'));
    calibration
        .accuracy()
        .ifPresent(
            a ->
                out.append(
                    Text.format(
                        "# %d times left out of the fit: off by %.2f %%, with these values %.2f %%\n",
                        a.times(), a.before(), a.after())));
    if (calibration.overrides().isEmpty()) {
      return out.append("overrides: {}\n").toString();
    }
    out.append("overrides:\n");
    for (Finding finding : calibration.findings()) {
      if (finding.state() == Finding.State.CHANGED) {
        out.append(
            Text.format(
                "  %s: %s  # in place of %s; %s to %s\n",
                finding.name(), finding.fitted(), finding.value(), finding.low(), finding.high()));
      }
    }
    return out.toString();
  }
}

package trn2sim.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import trn2sim.core.unit.Text;
import trn2sim.traces.calibrate.Calibration;
import trn2sim.traces.calibrate.Finding;
import trn2sim.traces.calibrate.Throttling;

/** What a calibration found, for people. */
final class CalibrationText {
  private static final int MARGIN = 2;

  private final Terminal terminal;
  private final StringBuilder out = new StringBuilder();

  CalibrationText(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(Calibration calibration) {
    TextTable kinds = new TextTable("instruction", "of", "count", "measured ns", "model ns", "%");
    for (Calibration.Kind kind : calibration.kinds()) {
      kinds.row(
          kind.name(),
          kind.quantity(),
          Integer.toString(kind.count()),
          Text.format("%.1f", kind.measuredNs()),
          Text.format("%.1f", kind.modelNs()),
          Text.format("%+.2f", kind.errorPercent()));
    }
    out.append(kinds.render(terminal)).append('\n');
    determined(calibration);
    undetermined(calibration);
    throttle(calibration.throttle());
    calibration
        .leftAside()
        .forEach((what, count) -> paragraph("Not compared, " + count + ": " + what + "."));
    paragraph(
        calibration
            .accuracy()
            .map(
                a ->
                    Text.format(
                        "%d times left out of the fit: off by %.2f %% on average, with the fitted"
                            + " parameters %.2f %%.",
                        a.times(), a.before(), a.after()))
            .orElse("No times were left out of the fit: no kind has three."));
    return out.toString();
  }

  private void throttle(Throttling throttle) {
    if (throttle.stretches() > 0) {
      paragraph(
          Text.format(
              "Throttle: at full pace %s of the time; %d of %d stretches between two changes are"
                  + " whole windows of %.1f ns, the device's.",
              Text.percent(throttle.fullShare()),
              throttle.whole(),
              throttle.complete(),
              throttle.windowNs()));
    }
  }

  private void determined(Calibration calibration) {
    TextTable table = new TextTable("determined", "device", "fitted", "from", "to", "");
    int rows = 0;
    for (Finding finding : calibration.findings()) {
      if (finding.others().isEmpty()) {
        table.row(
            finding.name(),
            finding.value(),
            finding.fitted(),
            finding.low(),
            finding.high(),
            finding.state().label());
        rows++;
      }
    }
    out.append(rows == 0 ? "No parameter is determined.\n" : table.render(terminal)).append('\n');
  }

  /** Parameters that only show together; sets that share one are told as one. */
  private void undetermined(Calibration calibration) {
    List<Set<String>> sets = new ArrayList<>();
    Set<String> off = new HashSet<>();
    for (Finding finding : calibration.findings()) {
      if (!finding.others().isEmpty()) {
        Set<String> one = new TreeSet<>(finding.others());
        one.add(finding.name());
        List<Set<String>> met =
            sets.stream().filter(set -> !Collections.disjoint(set, one)).toList();
        sets.removeAll(met);
        met.forEach(one::addAll);
        sets.add(one);
        if (finding.state() == Finding.State.JOINTLY_OFF) {
          off.add(finding.name());
        }
      }
    }
    for (Set<String> set : sets) {
      String known = Collections.disjoint(set, off) ? "." : "; not all are what the device says.";
      paragraph("Not determined, for they show together: " + String.join(", ", set) + known);
    }
    if (!sets.isEmpty()) {
      paragraph("--hold NAME counts one of them as known, --hold documented all documented ones.");
    }
  }

  private void paragraph(String text) {
    Wrapped.lines(text, MARGIN, terminal.columns()).forEach(l -> out.append(l).append('\n'));
  }
}

package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.run.OtherPath;
import trn2sim.traces.scenario.Scenario;

/** The answer in a sentence, and the figures behind it in a row. */
final class Headline {
  private final ReportData data;
  private final Figures figures;

  Headline(ReportData data) {
    this.data = data;
    this.figures = data.figures();
  }

  void write(Markup out) {
    out.element("h1", data.result().scenario().name());
    figures.text("verdict").ifPresent(text -> out.element("p", text, "class", "answer"));
    out.element("p", sentence(), "class", figures.text("verdict").isEmpty() ? "answer" : "");
    figures.text("path.reason").ifPresent(text -> out.element("p", path(text)));
    out.element("p", what(), "class", "note");
    out.open("dl", "class", "figures");
    figure(out, "time", Optional.of(Figures.micros(data.totalPs()) + " us"));
    figure(out, "speed-up", number("speedup", "%.2fx"));
    figure(out, "overlap efficiency", percent("overlap_efficiency"));
    figure(out, "exposed communication", number("exposed_comm_us", "%.3f us"));
    figure(out, "MFU", percent("mfu"));
    figure(out, "MBU", percent("mbu"));
    figure(out, "per rank", number("tflops_per_rank", "%.2f TFLOPS"));
    figure(out, "path", figures.text("path.rule"));
    figure(out, "limited by", limit().map(bound -> bound.getKey()));
    figure(out, "arithmetic", verdict());
    out.close().line();
  }

  private static void figure(Markup out, String name, Optional<String> value) {
    value.ifPresent(text -> out.open("div").element("dt", name).element("dd", text).close());
  }

  private Optional<String> number(String path, String pattern) {
    return figures.number(path).map(value -> Figures.format(pattern, value));
  }

  private Optional<String> percent(String path) {
    return figures.number(path).map(Figures::percent);
  }

  private Optional<String> verdict() {
    boolean ran = !data.result().verdicts().isEmpty();
    return ran ? Optional.of(data.result().passed() ? "PASS" : "FAIL") : Optional.empty();
  }

  private String path(String reason) {
    String text = "Path: " + figures.text("path.rule").orElseThrow() + ", because " + reason + ".";
    return data.analysis().otherPath().map(other -> text + " " + otherPath(other)).orElse(text);
  }

  private String otherPath(OtherPath other) {
    if (other.totalPs().isEmpty()) {
      return other.rule() + " cannot be taken: " + other.refusal() + ".";
    }
    long total = other.totalPs().getAsLong();
    return Figures.format(
        "Through %s it would take %s us, %.2f times as long.",
        other.rule(), Figures.micros(total), (double) total / data.endPs());
  }

  String sentence() {
    List<String> parts = new ArrayList<>();
    parts.add("It takes " + Figures.micros(data.totalPs()) + " us");
    figures.number("mfu").ifPresent(m -> parts.add(Figures.percent(m) + " of the peak"));
    limit()
        .ifPresent(
            bound ->
                parts.add(
                    Figures.format(
                        "%.2f times its %s bound of %s us",
                        (double) data.totalPs() / Math.max(1, bound.getValue()),
                        bound.getKey(),
                        Figures.micros(bound.getValue()))));
    String text = String.join(", ", parts) + ".";
    List<CriticalPath.Share> path = data.analysis().criticalPath().shares();
    if (!path.isEmpty()) {
      double share = (double) path.get(0).ps() / data.endPs();
      text += " " + Figures.percent(share) + " of the critical path is " + path.get(0).resource();
      text += ".";
    }
    return text;
  }

  private Optional<Map.Entry<String, Long>> limit() {
    return data.analysis().boundsPs().entrySet().stream()
        .max(Comparator.comparingLong(Map.Entry::getValue));
  }

  private String what() {
    Scenario scenario = data.result().scenario();
    String shape =
        scenario.shape().values().entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    return Figures.format(
        "%s on %s: %s, %s, tp %d%s",
        scenario.kernel().name(),
        scenario.deviceName(),
        shape,
        scenario.dtype().label(),
        scenario.ranks().tp(),
        scenario.kernel() instanceof ScriptKernel
            ? Figures.format(
                ", groups %d, lnc %d", scenario.ranks().groups(), scenario.ranks().lnc())
            : "");
  }
}

package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.export.ScenarioText;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Route;
import trn2sim.traces.findings.Verdict;
import trn2sim.traces.search.OtherPath;

/** The answer in a sentence, and the figures behind it in a row. */
final class Headline {
  private final Findings findings;

  Headline(Findings findings) {
    this.findings = findings;
  }

  void write(Markup out) {
    Optional<Verdict> verdict = findings.verdict();
    out.element("h1", findings.run().scenario().name());
    verdict.ifPresent(v -> out.element("p", v.sentence(), "class", "answer"));
    out.element("p", sentence(), "class", verdict.isEmpty() ? "answer" : "");
    findings.route().ifPresent(route -> out.element("p", path(route)));
    out.element("p", ScenarioText.of(findings.run().scenario()), "class", "note");
    out.open("dl", "class", "figures");
    figure(out, "time", Optional.of(findings.about()));
    figure(out, "speed-up", number(findings.times().speedup(), "%.2fx"));
    figure(out, "overlap efficiency", percent(findings.times().overlapEfficiency()));
    figure(out, "exposed communication", micros(findings.exposedPs()));
    figure(out, "MFU", percent(findings.rates().mfu()));
    figure(out, "MBU", percent(findings.rates().mbu()));
    figure(out, "per rank", number(findings.rates().tflops(), "%.2f TFLOPS"));
    figure(out, "path", findings.route().map(route -> route.choice().rule()));
    figure(out, "largest lower bound", findings.largestBound().map(Map.Entry::getKey));
    figure(out, "arithmetic", check());
    out.close().line();
  }

  private long totalPs() {
    return Math.max(1, findings.times().totalPs());
  }

  private static void figure(Markup out, String name, Optional<String> value) {
    value.ifPresent(text -> out.open("div").element("dt", name).element("dd", text).close());
  }

  private static Optional<String> number(OptionalDouble value, String pattern) {
    return value.isPresent()
        ? Optional.of(Text.format(pattern, value.getAsDouble()))
        : Optional.empty();
  }

  private static Optional<String> percent(OptionalDouble share) {
    return share.isPresent() ? Optional.of(Text.percent(share.getAsDouble())) : Optional.empty();
  }

  private static Optional<String> micros(OptionalLong ps) {
    return ps.isPresent() ? Optional.of(Text.micros(ps.getAsLong()) + " us") : Optional.empty();
  }

  private Optional<String> check() {
    boolean ran = !findings.run().verdicts().isEmpty();
    return ran ? Optional.of(findings.run().passed() ? "PASS" : "FAIL") : Optional.empty();
  }

  private String path(Route route) {
    String text = "Path: " + route.choice().rule() + ", because " + route.choice().reason() + ".";
    return findings.sideRuns().otherPath().map(o -> text + " " + otherPath(o)).orElse(text);
  }

  private String otherPath(OtherPath other) {
    if (other.totalPs().isEmpty()) {
      return other.rule() + " cannot be taken: " + other.refusal() + ".";
    }
    long total = other.totalPs().getAsLong();
    return Text.format(
        "Through %s it would take %s us, %.2f times as long.",
        other.rule(), Text.micros(total), findings.share(total));
  }

  private String sentence() {
    List<String> parts = new ArrayList<>();
    parts.add("It takes " + Text.micros(totalPs()) + " us");
    findings.rates().mfu().ifPresent(m -> parts.add(Text.percent(m) + " of the peak"));
    findings
        .largestBound()
        .ifPresent(
            bound ->
                parts.add(
                    Text.format(
                        "%.2f times its %s bound of %s us",
                        (double) totalPs() / Math.max(1, bound.getValue()),
                        bound.getKey(),
                        Text.micros(bound.getValue()))));
    String text = String.join(", ", parts) + ".";
    List<CriticalPath.Share> path = findings.criticalPath().shares();
    if (path.isEmpty()) {
      return text;
    }
    String share = Text.percent(findings.share(path.get(0).ps()));
    return text + " " + share + " of the critical path is " + path.get(0).resource() + ".";
  }
}

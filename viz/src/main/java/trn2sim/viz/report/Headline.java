package trn2sim.viz.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import trn2sim.core.unit.Text;
import trn2sim.traces.export.ScenarioText;
import trn2sim.traces.findings.CommunicationTime;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Route;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.search.OtherPath;

/** The answer in a sentence, and the figures behind it in a row. */
final class Headline {
  private final Findings findings;

  Headline(Findings findings) {
    this.findings = findings;
  }

  void write(Markup out) {
    List<String> story = findings.story().sentences();
    out.element("h1", findings.run().scenario().name());
    out.element("p", story.get(0), "class", "answer");
    out.open("ul", "class", "story");
    List<String> bad =
        Stream.concat(findings.story().wrong().stream(), findings.story().doubts().stream())
            .toList();
    bad.forEach(text -> out.open("li").element("strong", text, "class", "bad").close());
    story.stream().skip(1 + bad.size()).forEach(sentence -> out.element("li", sentence));
    findings.route().ifPresent(route -> out.element("li", path(route)));
    out.close().line();
    out.element("p", ScenarioText.of(findings.run().scenario()), "class", "note");
    out.open("dl", "class", "figures");
    figure(out, "time", Optional.of(findings.about()));
    figure(out, "speed-up", number(findings.times().speedup(), "%.2fx"));
    figure(out, "hidden communication", communication(c -> Text.percent(c.hidden())));
    figure(out, "exposed communication", communication(c -> Text.about(c.exposedPs())));
    figure(out, "MFU", percent(findings.rates().mfu()));
    figure(out, "MBU", percent(findings.rates().mbu()));
    figure(out, "per rank", number(findings.rates().tflops(), "%.3g TFLOPS"));
    figure(out, "path", findings.path());
    figure(out, "largest lower bound", findings.largestBound().map(Headline::bound));
    figure(out, "arithmetic", check());
    out.close().line();
  }

  private static String bound(Map.Entry<String, Long> bound) {
    return bound.getKey() + ", " + Text.about(bound.getValue());
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
    return share.isPresent()
        ? Optional.of(Text.smallPercent(share.getAsDouble()))
        : Optional.empty();
  }

  private Optional<String> communication(Function<CommunicationTime, String> figure) {
    return findings.communication().map(figure);
  }

  private Optional<String> check() {
    RunResult run = findings.run();
    if (run.measured()) {
      return Optional.empty();
    }
    return Optional.of(run.verdicts().isEmpty() ? "not checked" : run.passed() ? "PASS" : "FAIL");
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
        "Through %s it would take %s, %.2f times as long.",
        other.rule(), Text.about(total), findings.share(total));
  }
}

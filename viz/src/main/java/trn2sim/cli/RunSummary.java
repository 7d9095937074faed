package trn2sim.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.core.sim.Estimate;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.export.ScenarioText;
import trn2sim.traces.export.TimelineText;
import trn2sim.traces.findings.CompilerEffect;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Story;
import trn2sim.traces.findings.Times;
import trn2sim.traces.findings.Verdict;
import trn2sim.traces.run.Replications;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.search.OtherPath;

/** What {@code run} prints: the answer, what it rests on, and what the engines did. */
final class RunSummary {
  private static final int MOST_CAUSES = 5;
  private static final int MOST_LINES = 4;

  /** Shown as 0.1 %. */
  private static final double LEAST_SHARE = 0.0005;

  private static final int LABEL = 11;
  private static final int MARGIN = 2;
  private static final int MOST_REMARKS = 8;

  private final Terminal terminal;
  private final String settings;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param settings what the command line changed in the scenario, for commands that go on from it
   */
  RunSummary(Terminal terminal, String settings) {
    this.terminal = terminal;
    this.settings = settings;
  }

  String of(Findings findings) {
    tell(findings, findings.story());
    out.append('\n');
    list(findings, findings.story());
    int room = terminal.columns() - MARGIN;
    out.append('\n').append(TimelineText.firstCore(findings, room).indent(MARGIN));
    out.append('\n').append(new EngineTable(terminal).of(findings));
    return out.toString();
  }

  /** In sentences: the answer first, then why and what to do. */
  private void tell(Findings findings, Story story) {
    Scenario scenario = findings.run().scenario();
    paragraph(scenario.name() + ": " + ScenarioText.of(scenario));
    styled(story.answer(), terminal::bold);
    story.wrong().ifPresent(text -> styled(text, terminal::bad));
    story.doubts().forEach(text -> styled(text, terminal::bad));
    Stream.of(
            story.range(),
            story.limit(),
            story.reloads(),
            story.spill(),
            story.loss(),
            story.psum(),
            story.otherPath(),
            Optional.of(advice(findings)),
            story.lines())
        .flatMap(Optional::stream)
        .forEach(this::paragraph);
  }

  private void styled(String text, UnaryOperator<String> style) {
    Wrapped.lines(text, MARGIN, terminal.columns())
        .forEach(line -> out.append(style.apply(line)).append('\n'));
  }

  /** In lines with a heading each. */
  private void list(Findings findings, Story story) {
    RunResult run = findings.run();
    findings
        .range()
        .ifPresentOrElse(
            range -> RangeText.of(range).forEach(text -> line("range", text)),
            () -> line("range", "not looked for: run --range says how sure the time is"));
    line("settings", ScenarioText.settings(run.scenario()));
    story.hidden().ifPresent(text -> line("hidden", bare(text)));
    figures(findings);
    run.probe().forEach((name, value) -> line("probe", name + " " + value));
    findings.path().ifPresent(path -> line("path", route(path, findings)));
    findings.onChip().ifPresent(used -> line("on chip", used.text()));
    findings.compiler().ifPresent(this::compiler);
    story.sizes().ifPresent(text -> line("sizes", bare(text)));
    story.originalFails().ifPresent(text -> line("original", bare(text)));
    check(run);
    remarks(findings.remarks().stream().filter(note -> !Story.isDoubt(note)).toList());
  }

  /** A sentence without its full stop and the words in front of it that the line's label says. */
  private static String bare(String sentence) {
    return sentence.replaceFirst("^(Hidden|Other sizes): ", "").replaceFirst("[.]$", "");
  }

  /** Runs that are too large to try options beside them leave that to a command of its own. */
  private String advice(Findings findings) {
    String file = findings.run().scenario().origin().file();
    String what = findings.story().otherPath().isPresent() ? "What else" : "What";
    String command = what + " to try: trn2sim advise " + file + settings;
    return findings.story().advice().orElse(command);
  }

  private void check(RunResult run) {
    if (!run.verdicts().isEmpty()) {
      line("check", Verdicts.together(run.verdicts()));
    } else if (!run.measured()) {
      String file = run.scenario().origin().file();
      line(
          "check",
          run.work().problem().isPresent()
              ? "values not computed: trn2sim validate " + file + settings + " checks them"
              : "none: "
                  + run.scenario().kernel().name()
                  + " "
                  + run.scenario().kernel().unchecked());
    }
  }

  private void remarks(List<String> remarks) {
    remarks.stream().limit(MOST_REMARKS).forEach(remark -> line("note", remark));
    if (remarks.size() > MOST_REMARKS) {
      line("note", remarks.size() - MOST_REMARKS + " more in the report");
    }
  }

  private void paragraph(String text) {
    out.append(Wrapped.text(text, MARGIN, terminal.columns()));
  }

  private void line(String name, String text) {
    String labelled = " ".repeat(MARGIN) + Text.format("%-" + (LABEL - 1) + "s ", name) + text;
    out.append(Wrapped.text(labelled, MARGIN + LABEL, terminal.columns()));
  }

  private static String launch(Times times, long withLaunchPs) {
    String apart = Text.about(times.launchPs().orElseThrow());
    return times.launch().label() + " " + apart + " apart, with it " + Text.about(withLaunchPs);
  }

  private void figures(Findings findings) {
    findings
        .rates()
        .arithmetic()
        .ifPresent(
            rate ->
                line(
                    "rate",
                    Text.format(
                        "%.3g TFLOPS per rank, MFU %s",
                        rate.tflops(), Text.smallPercent(rate.mfu()))));
    findings
        .times()
        .views()
        .ifPresent(
            views -> {
              line("parts", parts(views));
              if (views.hasSequential()) {
                line("baseline", Verdict.BASELINE + " " + Text.about(views.ps(View.SEQUENTIAL)));
              }
            });
    findings.times().withLaunchPs().ifPresent(ps -> line("launch", launch(findings.times(), ps)));
    findings.run().replications().ifPresent(runs -> line("runs", replications(runs)));
    line("critical", path(findings));
    String lines = lines(findings);
    if (!lines.isEmpty()) {
      line("lines", lines + " of the critical path");
    }
    if (!findings.boundsPs().isEmpty()) {
      String kind = findings.boundsPs().size() == 1 ? " (a lower bound)" : " (lower bounds)";
      line("at least", bounds(findings.boundsPs()) + kind);
    }
  }

  private void compiler(CompilerEffect effect) {
    if (effect.moved() > 0) {
      String moved = Text.count(effect.moved(), "instruction");
      line("order", "the compiler model moves " + moved + " ahead of earlier ones");
    }
  }

  private static String parts(ViewTimes views) {
    return Stream.of(View.COMPUTE_ONLY, View.COMM_ONLY)
        .filter(views::has)
        .map(
            view ->
                (view == View.COMPUTE_ONLY ? "compute alone " : "communication alone ")
                    + Text.about(views.ps(view)))
        .collect(Collectors.joining(", "));
  }

  private static String replications(Replications runs) {
    Estimate total = runs.totalUs();
    String time =
        Text.format(
            "%d: %.3f +- %.3f us (95 %%)", total.count(), total.mean(), total.halfWidth95());
    return runs.speedup()
        .map(s -> time + Text.format(", speed-up %.4f +- %.4f", s.mean(), s.halfWidth95()))
        .orElse(time);
  }

  private static String bounds(Map<String, Long> bounds) {
    return bounds.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
        .map(bound -> bound.getKey() + " " + Text.about(bound.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String path(Findings findings) {
    List<CriticalPath.Share> shares = findings.criticalPath().shares();
    String text =
        shares.stream()
            .limit(MOST_CAUSES)
            .map(share -> share.resource() + " " + Text.percent(findings.share(share.ps())))
            .collect(Collectors.joining(", "));
    return shares.size() > MOST_CAUSES ? text + ", ..." : text;
  }

  private static String lines(Findings findings) {
    return findings.criticalLines().entrySet().stream()
        .filter(line -> findings.share(line.getValue()) >= LEAST_SHARE)
        .limit(MOST_LINES)
        .map(line -> line.getKey() + " " + Text.percent(findings.share(line.getValue())))
        .collect(Collectors.joining(", "));
  }

  private static String route(String path, Findings findings) {
    String why =
        findings
            .route()
            .map(route -> route.choice().reason())
            .orElse("where the kernel has the tensors of its collectives");
    String taken = path + ", " + why;
    return findings.sideRuns().otherPath().map(other -> taken + other(other)).orElse(taken);
  }

  private static String other(OtherPath other) {
    return other.totalPs().isPresent()
        ? "; through " + other.rule() + " " + Text.about(other.totalPs().getAsLong())
        : "; " + other.rule() + " cannot be taken: " + other.refusal();
  }
}

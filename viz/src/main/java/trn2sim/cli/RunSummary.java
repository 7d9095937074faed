package trn2sim.cli;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.core.json.JsonObject;
import trn2sim.core.sim.Estimate;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.functional.RankVerdict;
import trn2sim.traces.analysis.Analysis;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.export.TimelineText;
import trn2sim.traces.run.Replications;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;

/** What {@code run} prints: the time, how far from the limits it is, and what the engines did. */
final class RunSummary {
  private static final double PS_PER_US = 1e6;
  private static final int MOST_ENGINES = 24;
  private static final int MOST_CAUSES = 5;

  private final Terminal terminal;

  RunSummary(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(Analysis analysis, JsonObject document, Path target) {
    RunResult result = analysis.result();
    Scenario scenario = result.scenario();
    long total = result.timeline().endPs();
    StringBuilder out = new StringBuilder();
    out.append(terminal.bold(scenario.name())).append(": ").append(describe(scenario)).append('\n');
    out.append(format("  time    %s us", us(result.totalPs())));
    document
        .find("mfu")
        .ifPresent(
            mfu ->
                out.append(
                    format(
                        "   MFU %.1f %%   %.2f TFLOPS per rank",
                        100 * ((Number) mfu).doubleValue(), number(document, "tflops_per_rank"))));
    out.append('\n');
    result.views().ifPresent(views -> views(views, out));
    result.replications().ifPresent(r -> replications(r, out));
    bounds(analysis.boundsPs(), out);
    out.append("  path    ").append(path(analysis.criticalPath().shares(), total)).append('\n');
    result.probe().forEach((name, value) -> out.append(format("  probe   %s %s%n", name, value)));
    document.find("path.rule").ifPresent(rule -> route(document, rule, out));
    verdicts(result, out);
    document.find("verdict").ifPresent(text -> out.append("  verdict ").append(text).append('\n'));
    out.append('\n').append(TimelineText.firstCore(result).indent(2));
    out.append('\n').append(engines(result, total));
    return out.append("  files   ").append(target).append('\n').toString();
  }

  private static String describe(Scenario scenario) {
    String shape =
        scenario.shape().values().entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    return format(
        "%s on %s, %s, %s, tp %d%s",
        scenario.kernel().name(),
        scenario.device().name(),
        shape,
        scenario.dtype().label(),
        scenario.ranks().tp(),
        scenario.kernel() instanceof ScriptKernel ? ", lnc " + scenario.ranks().lnc() : "");
  }

  private static void views(ViewTimes views, StringBuilder out) {
    String parts =
        Stream.of(View.COMPUTE_ONLY, View.COMM_ONLY, View.SEQUENTIAL)
            .filter(views::has)
            .map(view -> view.label().replace('_', ' ') + " " + us(views.ps(view)) + " us")
            .collect(Collectors.joining(", "));
    out.append("  parts   ").append(parts).append('\n');
  }

  private static void replications(Replications runs, StringBuilder out) {
    Estimate total = runs.totalUs();
    out.append(
        format(
            "  runs    %d: %.3f +- %.3f us (95 %%)",
            total.count(), total.mean(), total.halfWidth95()));
    runs.speedup()
        .ifPresent(s -> out.append(format(", speed-up %.4f +- %.4f", s.mean(), s.halfWidth95())));
    out.append('\n');
  }

  private static void bounds(Map<String, Long> bounds, StringBuilder out) {
    if (bounds.isEmpty()) {
      return;
    }
    String list =
        bounds.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .map(bound -> bound.getKey() + " " + us(bound.getValue()) + " us")
            .collect(Collectors.joining(", "));
    out.append("  limits  ").append(list).append('\n');
  }

  private static String path(List<CriticalPath.Share> shares, long total) {
    String text =
        shares.stream()
            .limit(MOST_CAUSES)
            .map(share -> format("%s %.1f %%", share.resource(), 100.0 * share.ps() / total))
            .collect(Collectors.joining(", "));
    return shares.size() > MOST_CAUSES ? text + ", ..." : text;
  }

  private static void route(JsonObject document, Object rule, StringBuilder out) {
    out.append("  route   ").append(rule).append(": ");
    document.find("path.reason").ifPresent(out::append);
    document
        .find("path.other.total_us")
        .ifPresent(
            us ->
                out.append("; through ")
                    .append(document.find("path.other.rule").orElseThrow())
                    .append(format(" %.3f us", ((Number) us).doubleValue())));
    document
        .find("path.other.refused")
        .ifPresent(
            why ->
                out.append("; ")
                    .append(document.find("path.other.rule").orElseThrow())
                    .append(" cannot be taken: ")
                    .append(why));
    out.append('\n');
  }

  private void verdicts(RunResult result, StringBuilder out) {
    for (RankVerdict verdict : result.verdicts()) {
      out.append("  check   ").append(Verdicts.line(verdict, terminal)).append('\n');
    }
  }

  private String engines(RunResult result, long total) {
    TextTable table = new TextTable("core", "engine", "instructions", "busy us", "busy", "waits");
    List<EngineUse> uses = RowSample.engines(result);
    for (EngineUse use : uses.subList(0, Math.min(uses.size(), MOST_ENGINES))) {
      table.row(
          use.core(),
          use.engine(),
          Integer.toString(use.instructions()),
          us(use.busyPs()),
          format("%.1f %%", 100.0 * use.busyPs() / total),
          waits(use, total));
    }
    int left = EngineUse.engines(result.timeline()).size() - Math.min(uses.size(), MOST_ENGINES);
    String more = left > 0 ? "  ... and " + left + " more in result.json\n" : "";
    return table.render(terminal).indent(2) + more;
  }

  private static String waits(EngineUse use, long total) {
    return use.waitsPs().entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(wait -> format("%s %.1f %%", wait.getKey().label(), 100.0 * wait.getValue() / total))
        .collect(Collectors.joining(", "));
  }

  private static double number(JsonObject document, String key) {
    return ((Number) document.find(key).orElseThrow()).doubleValue();
  }

  private static String us(long ps) {
    return format("%.3f", ps / PS_PER_US);
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}

package trn2sim.cli;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.core.sim.Estimate;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.functional.RankVerdict;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.export.ScenarioText;
import trn2sim.traces.export.TimelineText;
import trn2sim.traces.findings.CommunicationTime;
import trn2sim.traces.findings.CompilerEffect;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Route;
import trn2sim.traces.run.Replications;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.search.OtherPath;

/** What {@code run} prints: the time, how far from its bounds it is, and what the engines did. */
final class RunSummary {
  private static final int MOST_ENGINES = 24;
  private static final int MOST_CAUSES = 5;
  private static final int MOST_REMARKS = 8;
  private static final double MEGA = 1e6;

  private final Terminal terminal;

  RunSummary(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(Findings findings, Path target) {
    RunResult run = findings.run();
    StringBuilder out = new StringBuilder();
    out.append(terminal.bold(run.scenario().name()));
    out.append(": ").append(ScenarioText.of(run.scenario())).append('\n');
    line(out, "time", time(findings) + rates(findings));
    findings.range().ifPresent(range -> line(out, "range", RangeText.of(range)));
    findings.times().views().ifPresent(views -> line(out, "parts", parts(views)));
    run.replications().ifPresent(runs -> line(out, "runs", replications(runs)));
    if (!findings.boundsPs().isEmpty()) {
      line(out, "bounds", bounds(findings.boundsPs()));
    }
    line(out, "path", path(findings));
    findings.communication().ifPresent(comm -> line(out, "hidden", hidden(comm)));
    findings.compiler().ifPresent(effect -> compiler(out, effect));
    run.probe().forEach((name, value) -> line(out, "probe", name + " " + value));
    findings.route().ifPresent(route -> line(out, "route", route(route, findings)));
    for (RankVerdict verdict : run.verdicts()) {
      line(out, "check", Verdicts.line(verdict, terminal));
    }
    findings.verdict().ifPresent(verdict -> line(out, "verdict", verdict.sentence()));
    remarks(run).forEach(remark -> line(out, "note", remark));
    out.append('\n').append(TimelineText.firstCore(findings).indent(2));
    out.append('\n').append(engines(findings));
    line(out, "files", target.toString());
    return out.toString();
  }

  /** What is assumed about a kernel's source, the same on all cores once. */
  private static List<String> remarks(RunResult run) {
    return run.neuron().stream()
        .flatMap(neuron -> neuron.compilation().launch().sources().stream())
        .flatMap(source -> source.remarks().stream())
        .distinct()
        .limit(MOST_REMARKS)
        .toList();
  }

  private static void line(StringBuilder out, String name, String text) {
    out.append(Text.format("  %-7s ", name)).append(text).append('\n');
  }

  private static String time(Findings findings) {
    return findings.about() + (findings.range().isPresent() ? "" : ", --range says how sure");
  }

  private static String hidden(CommunicationTime comm) {
    return Text.format(
        "%s of the communication: in flight %s us, exposed %s us",
        Text.percent(comm.hidden()), Text.micros(comm.inFlightPs()), Text.micros(comm.exposedPs()));
  }

  private static void compiler(StringBuilder out, CompilerEffect effect) {
    if (effect.moved() > 0) {
      line(out, "order", effect.order().label() + ": " + effect.moved() + " instructions moved");
    }
    if (effect.spills()) {
      String text =
          Text.format(
              "tiles exceed SBUF: %.1f MB saved to HBM, %.1f MB loaded again",
              effect.spilledBytes() / MEGA, effect.reloadedBytes() / MEGA);
      line(out, "spill", text);
    }
  }

  private static String rates(Findings findings) {
    return findings
        .rates()
        .arithmetic()
        .map(
            rate ->
                Text.format(
                    "   MFU %s   %.2f TFLOPS per rank", Text.percent(rate.mfu()), rate.tflops()))
        .orElse("");
  }

  private static String parts(ViewTimes views) {
    return Stream.of(View.COMPUTE_ONLY, View.COMM_ONLY, View.SEQUENTIAL)
        .filter(views::has)
        .map(view -> view.label().replace('_', ' ') + " " + Text.micros(views.ps(view)) + " us")
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
        .map(bound -> bound.getKey() + " " + Text.micros(bound.getValue()) + " us")
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

  private static String route(Route route, Findings findings) {
    String taken = route.choice().rule() + ": " + route.choice().reason();
    return findings.sideRuns().otherPath().map(other -> taken + other(other)).orElse(taken);
  }

  private static String other(OtherPath other) {
    return other.totalPs().isPresent()
        ? "; through " + other.rule() + " " + Text.micros(other.totalPs().getAsLong()) + " us"
        : "; " + other.rule() + " cannot be taken: " + other.refusal();
  }

  private String engines(Findings findings) {
    TextTable table = new TextTable("core", "engine", "instructions", "busy us", "busy", "waits");
    List<EngineUse> shown = RowSample.engines(findings.run()).stream().limit(MOST_ENGINES).toList();
    for (EngineUse use : shown) {
      table.row(
          use.core(),
          use.engine(),
          Integer.toString(use.instructions()),
          Text.micros(use.busyPs()),
          Text.percent(use.utilization()),
          waits(use));
    }
    int left = findings.engines().size() - shown.size();
    String more = left > 0 ? "  ... and " + left + " more in result.json\n" : "";
    return table.render(terminal).indent(2) + more;
  }

  private static String waits(EngineUse use) {
    return use.waitsPs().entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(wait -> wait.getKey().label() + " " + Text.percent(use.share(wait.getValue())))
        .collect(Collectors.joining(", "));
  }
}

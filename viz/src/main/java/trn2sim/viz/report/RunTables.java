package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** Lists of a run's figures as tables. */
final class RunTables {
  private RunTables() {}

  static Table ringSteps(Findings findings) {
    List<List<String>> rows = new ArrayList<>();
    for (RingStep step : findings.ringSteps()) {
      rows.add(
          List.of(
              Integer.toString(step.step()),
              Text.micros(step.sentPs()),
              Text.micros(step.arrivedPs()),
              Text.micros(step.startPs()),
              Text.micros(step.endPs()),
              step.computeWaited() ? "compute" : "communication"));
    }
    return new Table(
        List.of(
            "step", "sent, us", "arrived, us", "compute start, us", "compute end, us", "waited"),
        rows);
  }

  /** Each rank's time in each view, for machines that time ranks one by one. */
  static Table ranks(Findings findings) {
    RunResult run = findings.run();
    Map<View, List<Long>> views =
        run.views().map(ViewTimes::rankPs).orElse(Map.of(View.TOTAL, run.outcome().rankPs()));
    List<String> header = new ArrayList<>(List.of("rank"));
    views.keySet().forEach(view -> header.add(view.label().replace('_', ' ') + ", us"));
    List<List<String>> rows = new ArrayList<>();
    int ranks = run.neuron().isPresent() ? 0 : run.outcome().rankPs().size();
    for (int rank = 0; rank < ranks; rank++) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(rank)));
      for (List<Long> times : views.values()) {
        row.add(Text.micros(times.get(rank)));
      }
      rows.add(row);
    }
    return new Table(header, rows);
  }

  static Function<Findings, Table> traffic(Function<Traffic.Kinds, List<Traffic>> kind) {
    return findings -> {
      List<List<String>> rows = new ArrayList<>();
      for (Traffic row : kind.apply(findings.run().traffic())) {
        rows.add(
            List.of(
                row.name(),
                Long.toString(row.bytes()),
                Text.micros(row.busyPs()),
                Text.percent(findings.share(row.busyPs()))));
      }
      return new Table(List.of("name", "bytes", "busy, us", "utilization"), rows);
    };
  }
}

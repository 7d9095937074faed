package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.analysis.RingArrival;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** Lists of a run's figures as tables. */
final class RunTables {
  private RunTables() {}

  /** A row for each step and channel; the own fragment comes through none. */
  static Table ringSteps(Findings findings) {
    List<RingArrival> arrivals = RingArrival.of(findings.run());
    List<List<String>> rows = new ArrayList<>();
    for (RingStep step : findings.ringSteps()) {
      List<RingArrival> own = arrivals.stream().filter(a -> a.step() == step.step()).toList();
      if (own.isEmpty()) {
        rows.add(row(step, List.of("own", "", "")));
      }
      for (RingArrival arrival : own) {
        rows.add(
            row(
                step,
                List.of(
                    Integer.toString(arrival.channel()),
                    Text.micros(arrival.sentPs()),
                    Text.micros(arrival.arrivedPs()))));
      }
    }
    return new Table(
        List.of(
            "step",
            "channel",
            "sent, us",
            "arrived, us",
            "compute start, us",
            "compute end, us",
            "waited"),
        rows);
  }

  private static List<String> row(RingStep step, List<String> arrival) {
    List<String> row = new ArrayList<>(List.of(Integer.toString(step.step())));
    row.addAll(arrival);
    row.add(Text.micros(step.startPs()));
    row.add(Text.micros(step.endPs()));
    row.add(step.computeWaited() ? "compute" : "communication");
    return row;
  }

  /** Each rank's time in each view, for machines that time ranks one by one. */
  static Table ranks(Findings findings) {
    RunResult run = findings.run();
    Map<View, List<Long>> views =
        run.views().map(ViewTimes::rankPs).orElse(Map.of(View.TOTAL, run.outcome().rankPs()));
    List<String> header = new ArrayList<>(List.of("rank"));
    views.keySet().forEach(view -> header.add(view.label().replace('_', ' ') + ", us"));
    List<List<String>> rows = new ArrayList<>();
    int ranks = run.onNeuronCores() ? 0 : run.outcome().rankPs().size();
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
      long end = findings.run().lastPs();
      List<Traffic> carriers = kind.apply(findings.run().traffic());
      boolean peaks = carriers.stream().anyMatch(row -> row.ofPeak(end).isPresent());
      List<String> header = List.of("name", "MiB", "busy, us", "busy", "GB/s", "of its peak");
      int columns = peaks ? header.size() : header.size() - 1;
      List<List<String>> rows = new ArrayList<>();
      for (Traffic row : carriers) {
        String share = row.ofPeak(end).stream().mapToObj(Text::percent).findFirst().orElse("");
        List<String> cells =
            List.of(
                row.name(),
                Bytes.mib(row.bytes()),
                Text.aboutMicros(row.busyPs()),
                Text.percent(findings.share(row.busyPs())),
                Text.number(row.gigabytesPerSecond(end)),
                share);
        rows.add(cells.subList(0, columns));
      }
      return new Table(header.subList(0, columns), rows);
    };
  }
}

package trn2sim.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.Kernels;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.LowerBounds;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

/** The same products on Trainium2, Ascend and H100, side by side: docs/comparison.md. */
final class ComparisonPage {
  /** Every rank multiplies all [M x K] rows, a share of which each brings, by its [K x n]. */
  record Problem(int m, int k, int n, int ranks) {
    String text() {
      return format("M = %d, K = %d, %d columns per rank, %d ranks", m, k, n, ranks);
    }
  }

  private record Machine(String title, String device, String kernel, String columns) {
    String scenario(Problem problem) {
      return format(
          "device: %s%nkernel: %s%nshape: { M: %d, K: %d, %s: %d }%ndtype: bf16%nranks: { tp: %d }%n",
          device, kernel, problem.m, problem.k, columns, problem.n, problem.ranks);
    }
  }

  static final List<Problem> PROBLEMS =
      List.of(new Problem(4096, 4096, 2048, 4), new Problem(8192, 4096, 2048, 8));

  private static final List<Machine> MACHINES =
      List.of(
          new Machine("Trainium2, FGCC", "trn2", "allgather_compute_matmul", "n"),
          new Machine("Ascend 910B1", "ascend-910b1", "ascend_allgather_gemm", "N"),
          new Machine("H100, copy engines", "h100x8", "helion_all_gather_matmul", "n"));

  private static final List<String> TIMES = List.of("total", "compute_only", "comm_only");
  private static final int MOST_SHARES = 2;

  private ComparisonPage() {}

  static String of() {
    StringBuilder out = new StringBuilder("# The same problem on three machines\n\n");
    out.append("Printed by `./trn2sim reference --comparison`. Times are in microseconds.\n");
    for (Problem problem : PROBLEMS) {
      out.append("\n## ").append(problem.text()).append("\n\n").append(table(problem));
    }
    return out.append('\n').append(notes()).toString();
  }

  private static String notes() {
    try (InputStream in = ComparisonPage.class.getResourceAsStream("comparison-notes.md")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One line for each machine. */
  static String table(Problem problem) {
    StringBuilder out = new StringBuilder();
    out.append("| machine | fused | compute only | communication only | sequential | speed-up |");
    out.append(" overlap efficiency | TFLOPS per rank | of peak | largest bound |");
    out.append(" critical path |\n").append("|---".repeat(11)).append("|\n");
    for (Machine machine : MACHINES) {
      out.append(row(machine, run(machine, problem)));
    }
    return out.toString();
  }

  private static RunResult run(Machine machine, Problem problem) {
    YamlCursor scenario = YamlCursor.readString(machine.device, machine.scenario(problem));
    ScenarioLoader loader = new ScenarioLoader(Kernels.ALL);
    return ScenarioRunner.standard()
        .run(loader.read(scenario, machine.device, machine.device, Optional.empty()));
  }

  private static String row(Machine machine, RunResult result) {
    JsonObject json = ResultJson.of(result);
    StringBuilder out = new StringBuilder("| " + machine.title + " |");
    TIMES.forEach(time -> out.append(format(" %.1f |", number(json, "time_us." + time))));
    out.append(format(" %.1f |", number(json, "time_us.sequential")));
    out.append(format(" %.2fx |", number(json, "speedup")));
    out.append(format(" %.0f %% |", 100 * number(json, "overlap_efficiency")));
    out.append(
        format(
            " %.0f of %.0f |",
            number(json, "tflops_per_rank"), result.work().peakFlopsPerRank() / 1e12));
    out.append(format(" %.0f %% |", 100 * number(json, "mfu")));
    return out.append(bound(result)).append(path(result)).append('\n').toString();
  }

  private static String bound(RunResult result) {
    Map.Entry<String, Long> largest =
        LowerBounds.of(result).entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return format(" %s %.1f |", largest.getKey(), largest.getValue() / 1e6);
  }

  private static String path(RunResult result) {
    List<CriticalPath.Share> path = CriticalPath.of(result).shares();
    double length = path.stream().mapToLong(CriticalPath.Share::ps).sum();
    List<String> shares =
        path.stream()
            .limit(MOST_SHARES)
            .map(share -> format("%s %.0f %%", share.resource(), 100 * share.ps() / length))
            .toList();
    return " " + String.join(", ", shares) + " |";
  }

  private static double number(JsonObject json, String path) {
    return ((Number) json.find(path).orElseThrow()).doubleValue();
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}

package trn2sim.cli;

import static trn2sim.core.unit.Text.format;
import static trn2sim.core.unit.Units.PS_PER_US;
import static trn2sim.core.unit.Units.TERA;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.View;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Rates;
import trn2sim.traces.findings.Times;
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
    Findings findings = Findings.of(result);
    Times times = findings.times();
    Rates.Arithmetic rate = findings.rates().arithmetic().orElseThrow();
    StringBuilder out = new StringBuilder("| " + machine.title + " |");
    for (View view : View.values()) {
      out.append(format(" %.1f |", times.viewPs().get(view) / PS_PER_US));
    }
    out.append(format(" %.2fx |", times.speedup().orElseThrow()));
    out.append(format(" %.0f %% |", 100 * times.overlapEfficiency().orElseThrow()));
    out.append(format(" %.0f of %.0f |", rate.tflops(), rate.peak() / TERA));
    out.append(format(" %.0f %% |", 100 * rate.mfu()));
    return out.append(bound(findings)).append(path(findings)).append('\n').toString();
  }

  private static String bound(Findings findings) {
    Map.Entry<String, Long> largest = findings.largestBound().orElseThrow();
    return format(" %s %.1f |", largest.getKey(), largest.getValue() / PS_PER_US);
  }

  private static String path(Findings findings) {
    List<CriticalPath.Share> path = findings.criticalPath().shares();
    double length = path.stream().mapToLong(CriticalPath.Share::ps).sum();
    List<String> shares =
        path.stream()
            .limit(MOST_SHARES)
            .map(share -> format("%s %.0f %%", share.resource(), 100 * share.ps() / length))
            .toList();
    return " " + String.join(", ", shares) + " |";
  }
}

package trn2sim.viz.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.Kernels;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** Scenarios of tests, from text to report. */
public final class Runs {
  static final String HOSTILE = "<img src=x onerror=alert(1)>\"'&</script>";

  private Runs() {}

  static Scenario scenario(String name, String yaml) {
    YamlCursor cursor = YamlCursor.readString(name + ".yaml", yaml);
    return new ScenarioLoader(Kernels.ALL).read(cursor, name + ".yaml", name, Optional.empty());
  }

  /** A matmul on one core. */
  public static RunResult matmul(String name, int m, int k, int n, String mode) {
    String yaml =
        "kernel: matmul\nshape: { M: %d, K: %d, N: %d }\nrun: { mode: %s }\n"
            .formatted(m, k, n, mode);
    return ScenarioRunner.standard().run(scenario(name, yaml));
  }

  /** A fused all-gather and matmul on the four ranks of one chip. */
  public static RunResult ring(String name) {
    String yaml =
        "kernel: allgather_compute_matmul\nshape: { m: 1024, K: 4096, N: 4096 }\n"
            + "ranks: { tp: 4, lnc: 2 }\n";
    return ScenarioRunner.standard().run(scenario(name, yaml));
  }

  /** A smaller ring over four chips. */
  public static RunResult wideRing(String name) {
    String yaml =
        "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 2048 }\n"
            + "ranks: { tp: 16, lnc: 2 }\n";
    return ScenarioRunner.standard().runOnce(scenario(name, yaml));
  }

  /** Copy-engine gather and matmul on four GPUs. */
  public static RunResult gpus(String name) {
    String yaml =
        "device: h100x8\nkernel: helion_all_gather_matmul\n"
            + "shape: { m: 256, K: 512, n: 2048 }\nranks: { tp: 4 }\nrun: { mode: both }\n";
    return ScenarioRunner.standard().run(scenario(name, yaml));
  }

  /** Chunk push and product on two dies. */
  public static RunResult dies(String name) {
    String yaml =
        "device: ascend-910b1\nkernel: ascend_allgather_gemm\n"
            + "shape: { M: 1024, K: 1024, N: 512 }\nranks: { tp: 2 }\n";
    return ScenarioRunner.standard().run(scenario(name, yaml));
  }

  /** A recorded NKI kernel: a matmul that stores its result in a function of its own. */
  public static RunResult nki(String name) {
    Path stream = Path.of("src/test/resources/trn2sim/viz/report/matmul.nki.jsonl");
    String yaml = "kernel: { stream: " + stream.toAbsolutePath() + " }\n";
    return ScenarioRunner.standard().run(scenario(name, yaml));
  }

  /** The same run under the name of somebody who means harm, on a device of that name. */
  static RunResult hostile() {
    RunResult run = matmul("small", 256, 256, 512, "both");
    Scenario s = run.scenario();
    Scenario renamed =
        new Scenario(
            HOSTILE,
            HOSTILE,
            s.device(),
            s.kernel(),
            s.shape(),
            s.dtype(),
            s.ranks(),
            s.options(),
            s.run(),
            s.overrides(),
            s.whatIf(),
            s.compiler(),
            s.origin());
    return new RunResult(
        renamed,
        run.work(),
        run.outcome(),
        run.verdicts(),
        run.remarks(),
        run.views(),
        run.replications());
  }

  /** Where the reports and pictures of tests are kept. */
  static Path directory() throws IOException {
    return Files.createDirectories(Path.of("target", "browser"));
  }

  public static Path report(RunResult run, String file) throws IOException {
    Path path = directory().resolve(file);
    Report.write(Findings.of(run), path);
    return path.toAbsolutePath();
  }
}

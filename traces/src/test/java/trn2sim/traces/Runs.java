package trn2sim.traces;

import java.util.List;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.KernelCatalog;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** Scenarios from text, for the tests of several packages. */
public final class Runs {
  public static final String SMALL =
      "kernel: matmul\nshape: { M: 256, K: 256, N: 512 }\noptions: { schedule: tiled }\n";

  private static final KernelCatalog CATALOG =
      new KernelCatalog(
          List.of(
              Kernels.ALL.find("matmul").orElseThrow(),
              Kernels.ALL.find("allgather_compute_matmul").orElseThrow(),
              Kernels.ALL.find("allgather_then_matmul").orElseThrow(),
              Kernels.ALL.find("allgather_sb2sb_tiled").orElseThrow(),
              Kernels.ALL.find("ascend_allgather_gemm").orElseThrow(),
              Kernels.ALL.find("ascend_gemm").orElseThrow(),
              Kernels.ALL.find("helion_all_gather_matmul").orElseThrow(),
              new ToyKernel()));

  private Runs() {}

  public static Scenario scenario(String text) {
    return new ScenarioLoader(CATALOG)
        .read(YamlCursor.readString("test.yaml", text), "test.yaml", "test", Optional.empty());
  }

  public static RunResult run(String text) {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 2).run(scenario(text));
  }
}

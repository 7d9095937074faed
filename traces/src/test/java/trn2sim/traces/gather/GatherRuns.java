package trn2sim.traces.gather;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** Small scenarios of every gathering kernel. */
final class GatherRuns {
  /** Both paths, both LNC, one and four chips, all algorithms that small sizes choose. */
  static final List<String> SMALL =
      List.of(
          fgcc("m: 256, K: 512, N: 512", 4, 2, ""),
          fgcc("m: 64, K: 256, N: 256", 16, 2, ""),
          fgcc("m: 256, K: 256, N: 512", 4, 2, "zero_copy_ring: true"),
          fgcc("m: 256, K: 512, N: 512", 4, 2, "force_hbm_cc: true"),
          fgcc("m: 64, K: 256, N: 256", 16, 1, "force_hbm_cc: true"),
          text("allgather_then_matmul", "m: 128, K: 256, N: 512", 4, 2, ""),
          text("allgather_then_matmul", "m: 128, K: 256, N: 512", 16, 2, ""),
          text("allgather_matmul_ring", "m: 128, K: 256, n: 512", 8, 1, ""),
          text("fine_grained_allgather", "m: 256, K: 512", 4, 2, ""),
          text("fine_grained_allgather", "m: 64, K: 256", 16, 2, "force_hbm_cc: true"),
          text("allgather_sb2sb", "H: 96, W: 128", 16, 1, ""),
          text("allgather_sb2sb_tiled", "M: 256, K: 128", 8, 2, ""));

  private GatherRuns() {}

  static String fgcc(String shape, int tp, int lnc, String options) {
    return text("allgather_compute_matmul", shape, tp, lnc, options);
  }

  static String text(String kernel, String shape, int tp, int lnc, String options) {
    return String.format(
        Locale.ROOT,
        "kernel: %s\nshape: { %s }\nranks: { tp: %d, lnc: %d }\noptions: { %s }\n",
        kernel,
        shape,
        tp,
        lnc,
        options);
  }

  static Scenario scenario(String text) {
    return new ScenarioLoader(Kernels.ALL)
        .read(YamlCursor.readString("test.yaml", text), "test.yaml", "test", Optional.empty());
  }

  static RunResult run(String text) {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 2).run(scenario(text));
  }

  static RunResult once(String text) {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 2).runOnce(scenario(text));
  }
}

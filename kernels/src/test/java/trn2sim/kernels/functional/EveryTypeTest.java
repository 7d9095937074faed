package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.race.RaceDetector;

/**
 * Every kernel that computes, on every path, in every type it takes, as written and as compiled.
 */
class EveryTypeTest {
  private static final FunctionalSettings SETTINGS =
      new FunctionalSettings(DataKind.NORMAL, RoundingMode.NEAREST, 7);

  /** Kernels with the options that choose another path. */
  private static final List<Case> PATHS =
      List.of(
          path("matmul", "M=128 K=256 N=512", "schedule=tiled", 1, 1),
          path("matmul", "M=256 K=128 N=512", "schedule=hoisted", 1, 1),
          path("matmul", "M=256 K=128 N=1024", "schedule=blocked", 1, 1),
          path("matmul", "M=256 K=256 N=512", "schedule=blocked_k", 1, 2),
          path("allgather_compute_matmul", "m=64 K=128 N=512", "", 4, 1),
          path("allgather_compute_matmul", "m=64 K=128 N=512", "force_hbm_cc=true", 4, 1),
          path("allgather_compute_matmul", "m=128 K=128 N=512", "", 2, 2),
          path("allgather_compute_matmul", "m=128 K=128 N=512", "force_hbm_cc=true", 2, 2),
          path("allgather_then_matmul", "m=64 K=128 N=512", "", 4, 2),
          path("allgather_matmul_ring", "m=64 K=128 N=512", "", 4, 1),
          path("fine_grained_allgather", "m=256 K=512", "", 4, 2),
          path("fine_grained_allgather", "m=256 K=512", "force_hbm_cc=true", 4, 2),
          path("allgather_sb2sb", "H=128 W=256", "", 4, 1),
          path("allgather_sb2sb_tiled", "M=256 K=256", "", 4, 1));

  private static Case path(String kernel, String shape, String options, int tp, int lnc) {
    return new Case(kernel, shape, options, DType.BF16, tp, lnc);
  }

  static Stream<Case> cases() {
    return PATHS.stream()
        .flatMap(c -> Kernels.ALL.find(c.kernel()).orElseThrow().dtypes().stream().map(c::in))
        .filter(c -> !isRefused(c))
        .flatMap(c -> Stream.of(c, c.compiled()));
  }

  /** On its SBUF path fine_grained_allgather transposes by DMA, which needs two bytes or four. */
  private static boolean isRefused(Case c) {
    return c.kernel().equals("fine_grained_allgather")
        && c.options().isEmpty()
        && c.dtype().bytes() == 1;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theResultIsRight(Case c) {
    Launch launch = c.launch();
    FunctionalRun run = new FunctionalRun(launch.problem().orElseThrow(), SETTINGS, 1);
    RaceDetector races = new RaceDetector(launch);
    TimedRun.of(launch, run.and(races));
    races.finish();
    List<Integer> ranks =
        launch.cores().stream().map(Launch.CoreLaunch::rank).distinct().sorted().toList();
    run.verify(launch.effects(), ranks)
        .forEach(verdict -> assertTrue(verdict.passed(), verdict.toString()));
  }
}

package trn2sim.traces.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import trn2sim.core.sim.EventListKind;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;
import trn2sim.kernels.math.TileMath.Write;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * Whole functional runs against the bare product of the same shape on as many threads: script,
 * simulation, race detection, input data, arithmetic and check, all that {@code validate} does
 * after its start.
 */
public final class FunctionalBenchmark {
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private final TileMath math = TileMath.best().math();
  private final ScenarioRunner runner = new ScenarioRunner(EventListKind.SPLAY_TREE, THREADS);
  private final Path file;

  private FunctionalBenchmark(Path file) {
    this.file = file;
  }

  public static void main(String[] arguments) {
    FunctionalBenchmark benchmark = new FunctionalBenchmark(Path.of(arguments[0]));
    System.out.printf(
        Locale.ROOT,
        "Java %s, %s, %d threads, %s%n",
        System.getProperty("java.version"),
        System.getProperty("os.arch"),
        THREADS,
        benchmark.math.getClass().getSimpleName());
    benchmark.compare(2048, 2.0, 15, "ranks.lnc=1", "run.data=normal");
    benchmark.compare(2048, 2.0, 15, "ranks.lnc=1", "run.data=integers");
    benchmark.compare(2048, 2.0, 15, "ranks.lnc=1", "run.rounding=stochastic");
    benchmark.compare(4096, 3.0, 4, "ranks.lnc=2", "run.data=normal");
  }

  /** Both in turn, so that other load on the machine falls on both; the best of each counts. */
  private void compare(int side, double goal, int rounds, String... settings) {
    Scenario scenario = scenario(side, settings);
    Tile stationary = filled(side, 3);
    Tile moving = filled(side, 5);
    Tile product = Tile.dense(Storage.allocate(DType.FP32, side * side), side, side);
    double bare = Double.POSITIVE_INFINITY;
    double whole = Double.POSITIVE_INFINITY;
    for (int round = 0; round < rounds; round++) {
      bare = Math.min(bare, seconds(() -> multiply(stationary, moving, product)));
      whole = Math.min(whole, seconds(() -> require(runner.runOnce(scenario).passed())));
    }
    System.out.printf(
        Locale.ROOT,
        "%d cubed, bf16, %s: bare product %.0f ms, whole run %.0f ms, ratio %.2f (goal %.0f)%n",
        side,
        String.join(", ", settings),
        bare * 1e3,
        whole * 1e3,
        whole / bare,
        goal);
  }

  private Scenario scenario(int side, String... settings) {
    List<Assignment> assignments = new ArrayList<>();
    List.of("M", "K", "N").forEach(s -> assignments.add(assign("shape." + s + "=" + side)));
    assignments.add(assign("run.mode=functional"));
    List.of(settings).forEach(setting -> assignments.add(assign(setting)));
    return new ScenarioLoader(Kernels.ALL).load(file, assignments);
  }

  private static Assignment assign(String text) {
    return Assignment.parse(text);
  }

  /** Every thread an equal part of the rows. */
  private void multiply(Tile stationary, Tile moving, Tile product) {
    int rows = product.rows() / THREADS;
    IntStream.range(0, THREADS)
        .parallel()
        .forEach(
            part -> {
              Tile left = stationary.cols(part * rows, rows);
              math.matmul(left, moving, product.rows(part * rows, rows), Write.OVERWRITE);
            });
  }

  private static Tile filled(int side, int seed) {
    Storage data = Storage.allocate(DType.BF16, side * side);
    for (int i = 0; i < data.length(); i++) {
      data.set(i, 1 + (i * seed + i / 7) % 4);
    }
    return Tile.dense(data, side, side);
  }

  private static void require(boolean passed) {
    if (!passed) {
      throw new IllegalStateException("a rank is wrong");
    }
  }

  private static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }
}

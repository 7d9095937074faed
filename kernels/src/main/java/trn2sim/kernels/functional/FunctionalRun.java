package trn2sim.kernels.functional;

import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/**
 * Computes what a run computes, in the order in which its instructions completed. The order is
 * noted while the run is timed and replayed afterwards, on all processors; timing never reads data.
 */
public final class FunctionalRun implements Runner.Listener {
  private final Launch launch;
  private final Problem problem;
  private final FunctionalSettings settings;
  private final int threads;
  private final TileMath math;
  private final CompletionLog log = new CompletionLog();

  public FunctionalRun(Launch launch, FunctionalSettings settings, int threads) {
    this(launch, settings, threads, TileMath.best().math());
  }

  FunctionalRun(Launch launch, FunctionalSettings settings, int threads, TileMath math) {
    this.launch = launch;
    this.problem =
        launch
            .problem()
            .orElseThrow(() -> new IllegalArgumentException("the kernel computes no result"));
    this.settings = settings;
    this.threads = threads;
    this.math = math;
  }

  @Override
  public void settled(Process process, int task) {
    log.settled(process, task);
  }

  @Override
  public void delivered(Process from, Process to, int task, int part) {
    log.delivered(from, to, task, part);
  }

  /** Performs the arithmetic and compares every rank's output with the reference. */
  public List<RankVerdict> verify() {
    Map<Integer, RankMemory> ranks = compute();
    Problem.Inputs inputs = (rank, name) -> ranks.get(rank).tile(input(name));
    return ranks.keySet().parallelStream()
        .map(
            rank ->
                judge(rank, problem.expected(rank, inputs), ranks.get(rank).tile(problem.output())))
        .toList();
  }

  private RankVerdict judge(int rank, Problem.Expected expected, Tile actual) {
    if (expected instanceof Problem.Product product) {
      return ProductCheck.verdict(rank, product, actual, settings);
    }
    return expected instanceof Problem.Elements elements
        ? ElementCheck.verdict(rank, elements, actual, settings.rounding())
        : GatherCheck.verdict(rank, (Problem.Gathered) expected, actual);
  }

  private Problem.Tensor input(String name) {
    return problem.inputs().stream()
        .filter(tensor -> tensor.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Map<Integer, RankMemory> compute() {
    try (EffectPool pool = new EffectPool(threads)) {
      Replay replay = new Replay(launch, problem, settings, math, pool);
      log.replay(replay);
      pool.join();
      return replay.ranks();
    }
  }
}

package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import trn2sim.core.program.Parcel;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Region;
import trn2sim.kernels.api.Effects;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.check.OutputCheck;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/**
 * Computes what a run computes, in the order in which its tasks completed. The order is noted while
 * the run is timed and replayed afterwards, on all processors; timing never reads data.
 */
public final class FunctionalRun implements Runner.Listener {
  private final Problem problem;
  private final FunctionalSettings settings;
  private final int threads;
  private final CompletionLog log = new CompletionLog();
  private final Touched touched = new Touched();

  public FunctionalRun(Problem problem, FunctionalSettings settings, int threads) {
    this.problem = problem;
    this.settings = settings;
    this.threads = threads;
  }

  @Override
  public void settled(Process process, int task) {
    log.settled(process, task);
  }

  @Override
  public void performed(Process process, int part) {
    log.performed(process, part);
  }

  @Override
  public void delivered(Process from, Process to, Parcel parcel) {
    log.delivered(from, to, parcel);
  }

  /** Tells of the run again, to somebody who could not listen. */
  public void tell(Runner.Listener listener, List<Process> processes) {
    log.tell(listener, processes);
  }

  /**
   * Where an operand lay that values in memory moved; known of HBM alone, after {@link #verify}.
   */
  public Optional<Region> touched(int process, int task, Access operand) {
    return touched.region(process, task, operand);
  }

  /** Performs the arithmetic and compares the output of these ranks with the reference. */
  public List<RankVerdict> verify(Effects effects, List<Integer> ranks) {
    TensorMemory memory = compute(effects, log, TileMath.best().math());
    List<Problem.Expected> expected = new ArrayList<>();
    List<Tile> actual = new ArrayList<>();
    Problem.Inputs inputs = given(memory)::input;
    for (int rank : ranks) {
      expected.add(problem.expected(rank, inputs));
      actual.add(memory.tile(rank, problem.output()));
    }
    boolean whole = settings.data() == DataKind.INTEGERS;
    OutputCheck check = new OutputCheck(whole, settings.rounding(), settings.seed());
    return IntStream.range(0, ranks.size())
        .parallel()
        .mapToObj(i -> check.verdict(ranks.get(i), expected.get(i), actual.get(i)))
        .toList();
  }

  /** What the ranks began with. */
  private TensorMemory given(TensorMemory after) {
    return problem.inPlace() ? new TensorMemory(problem, settings) : after;
  }

  /** The memory of all ranks after what a log tells of. */
  TensorMemory compute(Effects effects, CompletionLog told, TileMath math) {
    TensorMemory tensors = new TensorMemory(problem, settings);
    TileMath rounded = math.with(settings.rounding().seeded(settings.seed()));
    try (EffectPool pool = new EffectPool(threads)) {
      told.replay(new Replay(effects, tensors, rounded, pool, touched));
      pool.join();
    }
    return tensors;
  }
}

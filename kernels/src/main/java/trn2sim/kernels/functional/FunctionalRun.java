package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.TileMath;

/**
 * Computes what a run computes, in the order in which its instructions completed. The order is
 * noted while the run is timed and replayed afterwards, on all processors; timing never reads data.
 */
public final class FunctionalRun implements Runner.Listener {
  private static final int CHUNK = 1 << 16;

  private final Launch launch;
  private final Problem problem;
  private final DataKind data;
  private final long seed;
  private final int threads;
  private final TileMath math;
  private final List<long[]> order = new ArrayList<>();
  private int noted;

  public FunctionalRun(Launch launch, DataKind data, long seed, int threads) {
    this(launch, data, seed, threads, TileMath.best().math());
  }

  FunctionalRun(Launch launch, DataKind data, long seed, int threads, TileMath math) {
    this.launch = launch;
    this.problem =
        launch
            .problem()
            .orElseThrow(() -> new IllegalArgumentException("the kernel computes no result"));
    this.data = data;
    this.seed = seed;
    this.threads = threads;
    this.math = math;
  }

  @Override
  public void settled(Process process, int task) {
    if (noted % CHUNK == 0) {
      order.add(new long[CHUNK]);
    }
    order.get(order.size() - 1)[noted % CHUNK] = (long) process.number() << 32 | task;
    noted++;
  }

  /** Performs the arithmetic and compares every rank's output with the reference. */
  public List<RankVerdict> verify() {
    Map<Integer, RankMemory> ranks = compute();
    List<RankVerdict> verdicts = new ArrayList<>();
    Problem.Inputs inputs = (rank, name) -> ranks.get(rank).tile(input(name));
    for (Map.Entry<Integer, RankMemory> entry : ranks.entrySet()) {
      Problem.Product product = problem.expected(entry.getKey(), inputs);
      ProductCheck check = new ProductCheck(product, entry.getValue().tile(problem.output()));
      verdicts.add(check.verdict(entry.getKey(), data, seed));
    }
    return verdicts;
  }

  private Problem.Tensor input(String name) {
    return problem.inputs().stream()
        .filter(tensor -> tensor.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Map<Integer, RankMemory> compute() {
    Map<Integer, RankMemory> ranks = new TreeMap<>();
    List<CoreMemory> memories = new ArrayList<>();
    List<CoreDatapath> datapaths = new ArrayList<>();
    for (Launch.CoreLaunch core : launch.cores()) {
      RankMemory rank =
          ranks.computeIfAbsent(core.rank(), r -> new RankMemory(r, problem, data, seed));
      CoreMemory memory = new CoreMemory(core.script(), rank, core.registers());
      memories.add(memory);
      datapaths.add(new CoreDatapath(memory, math));
    }
    EffectOrder effects = new EffectOrder();
    try (EffectPool pool = new EffectPool(threads)) {
      for (int i = 0; i < noted; i++) {
        long entry = order.get(i / CHUNK)[i % CHUNK];
        int core = (int) (entry >>> 32);
        Instruction instruction =
            launch.cores().get(core).script().steps().get((int) entry).instruction();
        CoreMemory memory = memories.get(core);
        CoreDatapath datapath = datapaths.get(core);
        Effect effect =
            new Effect(
                () -> {
                  instruction.apply(datapath);
                  memory.used(instruction);
                });
        instruction.reads().forEach(read -> order(effects, effect, memory, read, false));
        instruction.writes().forEach(write -> order(effects, effect, memory, write, true));
        pool.submit(effect);
      }
      pool.join();
    }
    return ranks;
  }

  private static void order(
      EffectOrder effects, Effect effect, CoreMemory memory, Access access, boolean write) {
    Buffer buffer = access.buffer();
    if (buffer.role() != Buffer.Role.INPUT) {
      effects.add(effect, memory.identity(buffer), access.region(), write);
    }
  }
}

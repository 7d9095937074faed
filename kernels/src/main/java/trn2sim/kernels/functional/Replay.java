package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.TileMath;

/** Performs the arithmetic of a logged run, independent pieces on several threads. */
final class Replay implements CompletionLog.Reader {
  private final Launch launch;
  private final TileMath math;
  private final EffectPool pool;
  private final EffectOrder order = new EffectOrder();
  private final Map<Integer, RankMemory> ranks = new TreeMap<>();
  private final List<CoreMemory> memories = new ArrayList<>();

  Replay(
      Launch launch, Problem problem, FunctionalSettings settings, TileMath math, EffectPool pool) {
    this.launch = launch;
    this.math = math.with(settings.rounding().seeded(settings.seed()));
    this.pool = pool;
    for (Launch.CoreLaunch core : launch.cores()) {
      RankMemory rank =
          ranks.computeIfAbsent(core.rank(), r -> new RankMemory(r, problem, settings));
      CoreMemory memory = new CoreMemory(core.script(), rank, core.registers());
      memories.add(memory);
    }
  }

  Map<Integer, RankMemory> ranks() {
    return ranks;
  }

  @Override
  public void completed(int core, int task) {
    Instruction instruction = instruction(core, task);
    CoreMemory memory = memories.get(core);
    CoreDatapath datapath = new CoreDatapath(memory, math.with(math.rounding().of(core, task)));
    Effect effect =
        new Effect(
            () -> {
              instruction.apply(datapath);
              memory.used(instruction);
            });
    boolean collective =
        instruction instanceof CollectivePermute || instruction instanceof AllGather;
    // A collective's completion may free its tiles, so it comes after every delivery of them.
    instruction.reads().forEach(read -> note(effect, memory, read, collective));
    instruction.writes().forEach(write -> note(effect, memory, write, true));
    pool.submit(effect);
  }

  @Override
  public void delivered(CompletionLog.Delivery delivery) {
    Instruction sent = instruction(delivery.from(), delivery.task());
    Instruction received = instruction(delivery.to(), delivery.task());
    boolean own = delivery.from() == delivery.to();
    Access from = sent.reads().get(0);
    Access to = received.writes().get(0);
    if (received instanceof AllGather gather) {
      to = gather.slot(delivery.part());
      boolean first = own || launch.cores().get(delivery.from()).member() == delivery.part();
      from = first ? from : ((AllGather) sent).slot(delivery.part());
    }
    move(delivery, from, to);
  }

  private void move(CompletionLog.Delivery delivery, Access from, Access to) {
    Operands source = new Operands(memories.get(delivery.from()), math);
    Operands target = new Operands(memories.get(delivery.to()), math);
    Effect effect = new Effect(() -> target.write(to, tile -> math.copy(source.read(from), tile)));
    note(effect, memories.get(delivery.from()), from, false);
    note(effect, memories.get(delivery.to()), to, true);
    pool.submit(effect);
  }

  private Instruction instruction(int core, int task) {
    return launch.cores().get(core).script().steps().get(task).instruction();
  }

  private void note(Effect effect, CoreMemory memory, Access access, boolean write) {
    Buffer buffer = access.buffer();
    if (buffer.role() != Buffer.Role.INPUT) {
      order.add(effect, memory.identity(buffer), memory.footprint(access), write);
    }
  }
}

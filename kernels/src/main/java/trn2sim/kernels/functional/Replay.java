package trn2sim.kernels.functional;

import java.util.List;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.Effects;
import trn2sim.kernels.math.TileMath;

/** Performs the arithmetic of a logged run, independent pieces on several threads. */
final class Replay implements CompletionLog.Reader {
  private final Effects effects;
  private final TileMath math;
  private final EffectPool pool;
  private final EffectOrder order = new EffectOrder();
  private final List<CoreMemory> memories;

  Replay(Effects effects, TensorMemory tensors, TileMath math, EffectPool pool) {
    this.effects = effects;
    this.math = math;
    this.pool = pool;
    this.memories =
        effects.memories().stream().map(memory -> new CoreMemory(memory, tensors)).toList();
    effects.before().forEach(effect -> perform(effect, 0));
  }

  @Override
  public void completed(int process, int task) {
    effects.completed(process, task).ifPresent(effect -> perform(effect, task));
  }

  @Override
  public void delivered(CompletionLog.Delivery d) {
    effects.delivered(d.from(), d.to(), d.task(), d.part()).ifPresent(e -> perform(e, d.task()));
  }

  private void perform(TaskEffect effect, int task) {
    if (effect instanceof TaskEffect.Compute compute) {
      compute(compute, task);
    } else {
      move((TaskEffect.Move) effect);
    }
  }

  private void compute(TaskEffect.Compute compute, int task) {
    TaskEffect.Operation what = compute.what();
    CoreMemory memory = memories.get(compute.memory());
    CoreDatapath datapath =
        new CoreDatapath(memory, math.with(math.rounding().of(compute.memory(), task)));
    Effect effect =
        new Effect(
            () -> {
              what.apply(datapath);
              memory.used(what);
            });
    // A collective's completion may free its tiles, so it comes after every delivery of them.
    what.reads().forEach(read -> note(effect, memory, read, what.isCollective()));
    what.writes().forEach(write -> note(effect, memory, write, true));
    pool.submit(effect);
  }

  private void move(TaskEffect.Move move) {
    CoreMemory from = memories.get(move.from());
    CoreMemory to = memories.get(move.to());
    Operands source = new Operands(from, math);
    Operands target = new Operands(to, math);
    Effect effect =
        new Effect(
            () -> target.write(move.target(), tile -> math.copy(source.read(move.source()), tile)));
    note(effect, from, move.source(), false);
    note(effect, to, move.target(), true);
    pool.submit(effect);
  }

  private void note(Effect effect, CoreMemory memory, Access access, boolean write) {
    Buffer buffer = access.buffer();
    if (buffer.role() != Buffer.Role.INPUT) {
      order.add(effect, memory.identity(buffer), memory.footprint(access), write);
    }
  }
}

package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.Effects;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/** Performs the arithmetic of a logged run, independent pieces on several threads. */
final class Replay implements CompletionLog.Reader {
  private final Effects effects;
  private final TileMath math;
  private final EffectPool pool;
  private final Touched touched;
  private final EffectOrder order = new EffectOrder();
  private final List<CoreMemory> memories;
  private final List<TaskEffect.Move> contributions = new ArrayList<>();

  Replay(Effects effects, TensorMemory tensors, TileMath math, EffectPool pool, Touched touched) {
    this.effects = effects;
    this.math = math;
    this.pool = pool;
    this.touched = touched;
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
    int task = d.parcel().received();
    effects.delivered(d.from(), d.to(), d.parcel()).ifPresent(e -> perform(e, task));
  }

  private void perform(TaskEffect effect, int task) {
    if (effect instanceof TaskEffect.Compute compute) {
      compute(compute, task);
    } else if (effect instanceof TaskEffect.Contribution contribution) {
      contribute(contribution, task);
    } else {
      move((TaskEffect.Move) effect);
    }
  }

  private void compute(TaskEffect.Compute compute, int task) {
    TaskEffect.Operation what = compute.what();
    CoreMemory memory = memories.get(compute.memory());
    TileMath rounded = math.with(math.rounding().of(compute.memory(), task));
    CoreDatapath datapath =
        new CoreDatapath(rounded, new CoreOperands(memory, rounded, what.reads()));
    Effect effect =
        new Effect(
            () -> {
              touched.note(compute.memory(), task, memory, what);
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
    CoreOperands source = new CoreOperands(from, math);
    CoreOperands target = new CoreOperands(to, math);
    Effect effect =
        new Effect(
            () -> target.write(move.target(), tile -> math.copy(source.read(move.source()), tile)));
    note(effect, from, move.source(), false);
    note(effect, to, move.target(), true);
    pool.submit(effect);
  }

  /** With the last contribution the result is made. */
  private void contribute(TaskEffect.Contribution contribution, int task) {
    contributions.add(contribution.move());
    if (!contribution.last()) {
      return;
    }
    List<TaskEffect.Move> all = List.copyOf(contributions);
    contributions.clear();
    int to = contribution.move().to();
    Access target = contribution.move().target();
    TileMath rounded = math.with(math.rounding().of(to, task));
    Effect effect =
        new Effect(
            () -> {
              List<Tile> tiles =
                  all.stream()
                      .map(
                          one ->
                              new CoreOperands(memories.get(one.from()), math).read(one.source()))
                      .toList();
              new CoreOperands(memories.get(to), math)
                  .write(
                      target,
                      tile ->
                          GroupReduction.combine(
                              contribution.op(), tiles, tile, rounded.rounding()));
            });
    all.forEach(one -> note(effect, memories.get(one.from()), one.source(), false));
    note(effect, memories.get(to), target, true);
    pool.submit(effect);
  }

  private void note(Effect effect, CoreMemory memory, Access access, boolean write) {
    Buffer buffer = access.buffer();
    if (buffer.role() != Buffer.Role.INPUT) {
      order.add(effect, memory.identity(buffer), memory.footprint(access), write);
    }
  }
}

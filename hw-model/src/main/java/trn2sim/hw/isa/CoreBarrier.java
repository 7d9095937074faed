package trn2sim.hw.isa;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;

/**
 * Holds one engine until a semaphore is there; the waits and signals are the script step's.
 *
 * @param sources what must have been written before
 * @param targets what nobody may use any more before
 * @param entersLoop whether the engines go on in a loop that the device runs, or behind it
 * @param turns of a loop whose bounds are in registers, which the sources then are
 */
public record CoreBarrier(
    Engine engine,
    List<Access> sources,
    List<Access> targets,
    boolean entersLoop,
    Optional<LoopTurns> turns)
    implements Instruction {
  public CoreBarrier {
    sources = List.copyOf(sources);
    targets = List.copyOf(targets);
  }

  public CoreBarrier(Engine engine, List<Access> sources, List<Access> targets) {
    this(engine, sources, targets, false, Optional.empty());
  }

  @Override
  public String opcode() {
    return entersLoop ? "loop_begin" : "core_barrier";
  }

  @Override
  public OpcodeName profiled() {
    return OpcodeName.of("EVENT_SEMAPHORE");
  }

  @Override
  public List<Access> reads() {
    return sources;
  }

  @Override
  public List<Access> writes() {
    return targets;
  }

  @Override
  public CoreBarrier with(UnaryOperator<Access> operands) {
    return new CoreBarrier(
        engine,
        sources.stream().map(operands).toList(),
        targets.stream().map(operands).toList(),
        entersLoop,
        turns);
  }

  @Override
  public Cost cost(CostModel model) {
    return model.barrier(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.barrier(this);
  }
}

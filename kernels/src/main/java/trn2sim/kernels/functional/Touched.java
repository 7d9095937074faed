package trn2sim.kernels.functional;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Region;

/** Where the operands of a run lay that values in memory move, in HBM, which cores share. */
final class Touched {
  private record Operand(int process, int task, Access access) {}

  private final Map<Operand, Region> regions = new ConcurrentHashMap<>();

  /** Before the instruction is done, which may write over the values. */
  void note(int process, int task, CoreMemory memory, TaskEffect.Operation what) {
    what.reads().forEach(access -> note(process, task, memory, access));
    what.writes().forEach(access -> note(process, task, memory, access));
  }

  private void note(int process, int task, CoreMemory memory, Access access) {
    if (access.index().isPresent() && !access.buffer().onChip()) {
      regions.put(new Operand(process, task, access), new Places(memory).region(access));
    }
  }

  Optional<Region> region(int process, int task, Access access) {
    return Optional.ofNullable(regions.get(new Operand(process, task, access)));
  }
}

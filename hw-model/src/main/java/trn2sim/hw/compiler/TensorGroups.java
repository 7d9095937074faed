package trn2sim.hw.compiler;

import java.util.HashMap;
import java.util.Map;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * Numbers the groups of TensorE instructions that fill one PSUM bank until another engine uses it:
 * the matmuls of an accumulation, or the transposes that one copy evacuates. In public compiled
 * files such a group is issued back to back (361 of 364).
 */
final class TensorGroups {
  private final int bankBytes;
  private final Map<Long, Integer> filling = new HashMap<>();
  private int groups;

  TensorGroups(int bankBytes) {
    this.bankBytes = bankBytes;
  }

  /** The group of the next instruction in program order, negative for other engines. */
  int of(Instruction instruction) {
    if (instruction.engine() == Engine.TENSOR) {
      return filling.computeIfAbsent(bank(instruction.writes().get(0)), bank -> groups++);
    }
    instruction.reads().forEach(this::close);
    instruction.writes().forEach(this::close);
    return -1;
  }

  private void close(Access access) {
    if (access.space() == MemorySpace.PSUM) {
      int last = (int) ((access.footprint().colHigh() - 1) / bankBytes);
      for (long bank = bank(access); (int) bank <= last; bank++) {
        filling.remove(bank);
      }
    }
  }

  /** Memory in the upper half, bank within it in the lower. */
  private long bank(Access access) {
    return (long) access.buffer().home().owner() << 32 | access.footprint().colLow() / bankBytes;
  }
}

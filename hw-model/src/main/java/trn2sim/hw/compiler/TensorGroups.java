package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.List;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Region;

/**
 * Numbers the groups of TensorE instructions that fill one PSUM bank until another engine uses it:
 * the matmuls of an accumulation, or the transposes that one copy evacuates. In public compiled
 * files such a group is issued back to back (361 of 364).
 */
final class TensorGroups {
  private static final int[] NONE = {};

  private final Operands operands;
  private final List<Buffer> buffers;
  private final int bankBytes;

  /** By the buffer whose memory it is and bank within it: the group that fills it, plus one. */
  private final int[][] filling;

  private int groups;

  TensorGroups(Operands operands, int bankBytes) {
    this.operands = operands;
    this.bankBytes = bankBytes;
    this.buffers = operands.script().buffers();
    this.filling = new int[buffers.size()][];
    Arrays.fill(filling, NONE);
  }

  /** The group of the next step in program order, negative for engines other than TensorE. */
  int of(int step, Engine engine) {
    if (engine == Engine.TENSOR) {
      int filled = operands.start(step);
      Buffer buffer = buffers.get(operands.buffer(filled));
      boolean one = !buffer.isShared() && buffer.rowBytes() <= bankBytes;
      int bank = one ? 0 : bank(operands.get(filled).footprint().colLow());
      int[] banks = banks(buffer, bank);
      if (banks[bank] == 0) {
        banks[bank] = ++groups;
      }
      return banks[bank] - 1;
    }
    for (int i = operands.start(step); i < operands.end(step); i++) {
      if (operands.get(i).space() == MemorySpace.PSUM) {
        close(operands.get(i));
      }
    }
    return -1;
  }

  private void close(Access access) {
    Region used = access.footprint();
    int last = bank(used.colHigh() - 1);
    Arrays.fill(banks(access.buffer(), last), bank(used.colLow()), last + 1, 0);
  }

  private int[] banks(Buffer buffer, int last) {
    int owner = buffer.home().owner();
    if (filling[owner].length <= last) {
      filling[owner] = Arrays.copyOf(filling[owner], last + 1);
    }
    return filling[owner];
  }

  private int bank(long column) {
    return (int) (column / bankBytes);
  }
}

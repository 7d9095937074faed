package trn2sim.hw.machine;

import java.util.HashMap;
import java.util.Map;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Region;

/**
 * Checks the rules of PSUM accumulation: one open group per bank, opened by the first matmul,
 * closed by the last, and not read in between.
 */
final class AccumulationGroups {
  private final Map<Long, Region> open = new HashMap<>();
  private final int bankBytes;

  AccumulationGroups(int bankBytes) {
    this.bankBytes = bankBytes;
  }

  void check(Instruction instruction) {
    if (instruction instanceof NcMatmul matmul) {
      check(matmul);
      return;
    }
    for (Access read : instruction.reads()) {
      if (read.space() == MemorySpace.PSUM && open.containsKey(bank(read))) {
        throw fail(instruction, "reads " + read + " while its accumulation group is open");
      }
    }
  }

  private void check(NcMatmul matmul) {
    Access dst = matmul.dst();
    long bank = bank(dst);
    int columns = bankBytes / dst.dtype().bytes();
    if (dst.col() / columns != (dst.col() + dst.pattern().span() - 1) / columns) {
      throw fail(matmul, "writes " + dst + " across PSUM banks of " + columns + " elements");
    }
    Region group = open.get(bank);
    if (matmul.start() && group != null) {
      throw fail(
          matmul,
          "opens a second accumulation group in bank "
              + (int) bank
              + " of "
              + dst.buffer().name()
              + " while one is open on columns "
              + group.colLow()
              + ".."
              + group.colHigh()
              + "; close that one first or use another bank");
    }
    if (!matmul.start() && !dst.region().equals(group)) {
      throw fail(matmul, "accumulates onto " + dst + ", where no accumulation group is open");
    }
    if (matmul.stop()) {
      open.remove(bank);
    } else {
      open.put(bank, dst.region());
    }
  }

  /** Buffer in the upper half, bank within the buffer in the lower. */
  private long bank(Access access) {
    int bank = access.col() * access.dtype().bytes() / bankBytes;
    return (long) access.buffer().id() << 32 | bank;
  }

  private static OperandException fail(Instruction instruction, String what) {
    return new OperandException("[" + instruction.describe() + "] " + what);
  }
}

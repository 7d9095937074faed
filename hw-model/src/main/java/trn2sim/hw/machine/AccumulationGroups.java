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
 * closed by the last, and nobody else in the bank in between.
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
      checkClosed(instruction, read, "reads ");
    }
    for (Access write : instruction.writes()) {
      checkClosed(instruction, write, "writes ");
    }
  }

  private void checkClosed(Instruction instruction, Access access, String verb) {
    if (access.space() != MemorySpace.PSUM || open.isEmpty()) {
      return;
    }
    Region touched = access.footprint();
    for (long at = touched.colLow() / bankBytes * bankBytes;
        at < touched.colHigh();
        at += bankBytes) {
      if (open.containsKey(bank(access, at))) {
        throw fail(instruction, verb + access + " while an accumulation group is open in its bank");
      }
    }
  }

  private void check(NcMatmul matmul) {
    Access dst = matmul.dst();
    Region touched = dst.footprint();
    long bank = bank(dst, touched.colLow());
    if (touched.colLow() / bankBytes != (touched.colHigh() - 1) / bankBytes) {
      int columns = bankBytes / dst.dtype().bytes();
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
    } else if (matmul.start()) {
      open.put(bank, dst.region());
    }
  }

  /** Memory in the upper half, bank within it in the lower. */
  private long bank(Access access, long bytes) {
    return (long) access.buffer().home().owner() << 32 | bytes / bankBytes;
  }

  private static OperandException fail(Instruction instruction, String what) {
    return new OperandException("[" + instruction.describe() + "] " + what);
  }
}

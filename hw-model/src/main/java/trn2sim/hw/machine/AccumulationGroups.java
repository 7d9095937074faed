package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Region;

/**
 * Checks the rules of PSUM accumulation: the first matmul of a group opens a region of one bank,
 * the last closes it, and nobody else touches the region in between. Several groups may share a
 * bank: <a
 * href="https://github.com/aws-neuron/nki-library/blob/main/src/nkilib_src/nkilib/experimental/conv/conv3d_temporal_unroll.py">column
 * tiles</a> accumulate in different partitions of it by turns.
 */
final class AccumulationGroups {
  /** By bank: the footprints of its open groups. */
  private final Map<Long, List<Region>> open = new HashMap<>();

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
      if (overlapped(open.getOrDefault(bank(access, at), List.of()), touched).isPresent()) {
        throw fail(instruction, verb + access + " while an accumulation group is open there");
      }
    }
  }

  private void check(NcMatmul matmul) {
    Access dst = matmul.dst();
    Region touched = dst.footprint();
    if (touched.colLow() / bankBytes != (touched.colHigh() - 1) / bankBytes) {
      int columns = bankBytes / dst.dtype().bytes();
      throw fail(matmul, "writes " + dst + " across PSUM banks of " + columns + " elements");
    }
    long bank = bank(dst, touched.colLow());
    List<Region> groups = open.computeIfAbsent(bank, b -> new ArrayList<>(1));
    if (matmul.start()) {
      overlapped(groups, touched).ifPresent(group -> refuseSecond(matmul, group));
    } else if (!groups.contains(touched)) {
      throw fail(matmul, "accumulates onto " + dst + ", where no accumulation group is open");
    }
    if (!matmul.stop() && matmul.start()) {
      groups.add(touched);
    } else if (matmul.stop() && !matmul.start()) {
      groups.remove(touched);
    }
    if (groups.isEmpty()) {
      open.remove(bank);
    }
  }

  private static Optional<Region> overlapped(List<Region> groups, Region touched) {
    return groups.stream().filter(touched::overlaps).findFirst();
  }

  private void refuseSecond(NcMatmul matmul, Region group) {
    Access dst = matmul.dst();
    int width = dst.dtype().bytes();
    long first = dst.buffer().home().bytes();
    throw fail(
        matmul,
        "opens a second accumulation group in bank "
            + (int) bank(dst, group.colLow())
            + " of "
            + dst.buffer().name()
            + " while one is open on columns "
            + (group.colLow() - first) / width
            + ".."
            + (group.colHigh() - first) / width
            + "; close that one first or use another place");
  }

  /** Memory in the upper half, bank within it in the lower. */
  private long bank(Access access, long bytes) {
    return (long) access.buffer().home().owner() << 32 | bytes / bankBytes;
  }

  private static OperandException fail(Instruction instruction, String what) {
    return new OperandException("[" + instruction.describe() + "] " + what);
  }
}

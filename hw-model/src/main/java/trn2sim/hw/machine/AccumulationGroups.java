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
 * the last closes it, and nobody else touches the region in between. A matmul may open it again and
 * add to the sum, until something else is written there. Several groups may share a bank: <a
 * href="https://github.com/aws-neuron/nki-library/blob/main/src/nkilib_src/nkilib/experimental/conv/conv3d_temporal_unroll.py">column
 * tiles</a> accumulate in different partitions of it by turns.
 */
final class AccumulationGroups {
  /** By bank: the footprints of its open groups. */
  private final Map<Long, List<Region>> open = new HashMap<>();

  /** By bank: those of groups that were closed and whose sums are still there. */
  private final Map<Long, List<Region>> closed = new HashMap<>();

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
      banks(write, closed).forEach(sums -> sums.removeIf(write.footprint()::overlaps));
    }
  }

  private void checkClosed(Instruction instruction, Access access, String verb) {
    for (List<Region> groups : banks(access, open)) {
      if (overlapped(groups, access.footprint()).isPresent()) {
        throw fail(instruction, verb + access + " while an accumulation group is open there");
      }
    }
  }

  /** Of the banks that an operand touches, if it is in PSUM. */
  private List<List<Region>> banks(Access access, Map<Long, List<Region>> groups) {
    if (access.space() != MemorySpace.PSUM || groups.isEmpty()) {
      return List.of();
    }
    Region touched = access.footprint();
    List<List<Region>> found = new ArrayList<>(1);
    for (long at = touched.colLow() / bankBytes * bankBytes;
        at < touched.colHigh();
        at += bankBytes) {
      found.add(groups.getOrDefault(bank(access, at), new ArrayList<>()));
    }
    return found;
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
    List<Region> sums = closed.computeIfAbsent(bank, b -> new ArrayList<>(1));
    boolean goesOn = groups.contains(touched);
    if (matmul.start()) {
      overlapped(groups, touched).ifPresent(group -> refuseSecond(matmul, group));
      sums.removeIf(touched::overlaps);
    } else if (!goesOn && !sums.remove(touched)) {
      throw fail(matmul, "accumulates onto " + dst + ", where no accumulation group is open");
    }
    if (matmul.stop()) {
      groups.remove(touched);
      sums.add(touched);
    } else if (!goesOn) {
      groups.add(touched);
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

package trn2sim.hw.machine;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Region;
import trn2sim.hw.memory.RegionUses;

/**
 * Derives which earlier instructions each one must wait for, from the regions they read and write.
 * Instructions of one stream (an engine, or a DMA queue) take effect in order, so only the latest
 * conflicting one of each stream counts, and within a stream only a read of a fresh result, or a
 * write before or after one that is scattered.
 */
final class Dependencies {
  /**
   * @param loose whether it is a write that its stream need not finish before the next
   */
  private record Use(int task, int stream, Region region, boolean loose)
      implements RegionUses.Use {}

  /** The uses of one buffer that later ones may have to wait for. */
  private record Uses(RegionUses<Use> reads, RegionUses<Use> writes) {}

  private static final int[] EMPTY = {};

  /** How many reads of a buffer are searched for a superfluous one. */
  private static final int LOOK_BACK = 64;

  private final Uses[] uses;
  private final int[] latest;
  private final int bankBytes;

  /** A bit for each stream with a task to wait for; {@code latest} is its latest. */
  private int found;

  Dependencies(List<Buffer> buffers, int streams, int bankBytes) {
    this.uses = new Uses[buffers.size()];
    Arrays.setAll(uses, i -> new Uses(new RegionUses<>(4), new RegionUses<>(2)));
    this.latest = new int[streams];
    this.bankBytes = bankBytes;
  }

  /** The tasks that {@code task} must wait for; records its own reads and writes. */
  int[] of(int task, int stream, List<Access> reads, List<Access> writes) {
    found = 0;
    for (Access read : reads) {
      collect(read, stream, false);
    }
    for (Access write : writes) {
      collect(write, stream, true);
    }
    for (Access read : reads) {
      if (read.buffer().role() != Buffer.Role.INPUT) {
        recordRead(new Use(task, stream, read.footprint(), false), uses(read));
      }
    }
    for (Access write : writes) {
      if (write.buffer().role() != Buffer.Role.INPUT) {
        Use use = new Use(task, stream, write.footprint(), write.isScattered());
        recordWrite(use, write, uses(write));
      }
    }
    return found();
  }

  private int[] found() {
    int[] tasks = found == 0 ? EMPTY : new int[Integer.bitCount(found)];
    int at = 0;
    for (int left = found; left != 0; left &= left - 1) {
      tasks[at++] = latest[Integer.numberOfTrailingZeros(left)];
    }
    return tasks;
  }

  private void found(Use use) {
    int bit = 1 << use.stream;
    latest[use.stream] = (found & bit) == 0 ? use.task : Math.max(latest[use.stream], use.task);
    found |= bit;
  }

  private void collect(Access access, int stream, boolean write) {
    if (access.buffer().role() == Buffer.Role.INPUT) {
      return;
    }
    Uses all = uses(access);
    Region region = access.footprint();
    if (access.space() == MemorySpace.PSUM) {
      Region bank = region.widened(bankBytes);
      collectBank(all.reads, bank, stream);
      collectBank(all.writes, bank, stream);
    }
    collect(all.writes, region, stream, !write || access.isScattered());
    if (write) {
      collect(all.reads, region, stream, false);
    }
  }

  /**
   * @param own whether all uses of the same stream count, as they do for a read of a fresh result
   */
  private void collect(RegionUses<Use> from, Region region, int stream, boolean own) {
    for (int i = from.next(0, region); i < from.size(); i = from.next(i + 1, region)) {
      Use use = from.get(i);
      if (own || use.loose || use.stream != stream) {
        found(use);
      }
    }
  }

  /** Two engines cannot be in one PSUM bank at once, even to read. */
  private void collectBank(RegionUses<Use> from, Region bank, int stream) {
    for (int i = 0; i < from.size(); i++) {
      Use use = from.get(i);
      if (use.stream != stream && use.region.widened(bankBytes).overlaps(bank)) {
        found(use);
      }
    }
  }

  /** Buffers that share a memory share its uses. */
  private Uses uses(Access access) {
    return uses[access.buffer().home().owner()];
  }

  /**
   * A read makes an earlier read of its own stream superfluous. One that stays does no harm, so the
   * search may end early: a tensor read once in many pieces has none to find.
   */
  private static void recordRead(Use use, Uses all) {
    RegionUses<Use> reads = all.reads;
    for (int i = reads.size() - 1; i >= 0 && i >= reads.size() - LOOK_BACK; i--) {
      if (reads.get(i).stream == use.stream && use.region.covers(reads.get(i).region)) {
        reads.cover(i, use);
        return;
      }
    }
    reads.add(use);
  }

  /** A write makes the uses it covers superfluous; in PSUM only those of its own stream. */
  private static void recordWrite(Use use, Access access, Uses all) {
    boolean psum = access.space() == MemorySpace.PSUM;
    Predicate<Use> mayGo = old -> !psum || old.stream == use.stream;
    all.reads.dropCovered(use.region, mayGo);
    all.writes.dropCovered(use.region, mayGo);
    all.writes.add(use);
  }
}

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
 * Instructions of one stream (an engine, or a DMA queue) take effect in order where they share a
 * part of it, so only the latest conflicting one of each part counts, and within a part only a read
 * of a fresh result, or a write before or after one that is scattered. A queue has a part on each
 * DMA engine, and DMAs that share no engine overtake each other; any other stream is one part.
 */
final class Dependencies {
  /**
   * An instruction.
   *
   * @param parts a bit for each part of the stream that it runs on
   */
  record Task(int number, int stream, int parts) {
    /** Whether the stream itself keeps the two in order. */
    boolean isInTurnWith(Task other) {
      return stream == other.stream && (parts & other.parts) != 0;
    }

    /** Whether who waits for this one has waited for an earlier one too. */
    boolean isAlsoAfter(Task earlier) {
      return stream == earlier.stream && (earlier.parts & ~parts) == 0;
    }
  }

  /**
   * @param loose whether it is a write that its stream need not finish before the next
   */
  private record Use(Task task, Region region, boolean loose) implements RegionUses.Use {}

  /** The uses of one buffer that later ones may have to wait for. */
  private record Uses(RegionUses<Use> reads, RegionUses<Use> writes) {}

  private static final int[] EMPTY = {};
  private static final int PARTS = Integer.SIZE;

  /** How many reads of a buffer are searched for a superfluous one. */
  private static final int LOOK_BACK = 64;

  private final Uses[] uses;
  private final int bankBytes;

  /** The latest task to wait for of each part of each stream, where {@code found} has its bit. */
  private final int[] latest;

  /** By stream. */
  private final int[] found;

  Dependencies(List<Buffer> buffers, int streams, int bankBytes) {
    this.uses = new Uses[buffers.size()];
    Arrays.setAll(uses, i -> new Uses(new RegionUses<>(4), new RegionUses<>(2)));
    this.latest = new int[streams * PARTS];
    this.found = new int[streams];
    this.bankBytes = bankBytes;
  }

  /** The tasks that {@code task} must wait for; records its own reads and writes. */
  int[] of(Task task, List<Access> reads, List<Access> writes) {
    Arrays.fill(found, 0);
    for (Access read : reads) {
      collect(read, task, false);
    }
    for (Access write : writes) {
      collect(write, task, true);
    }
    for (Access read : reads) {
      if (read.buffer().role() != Buffer.Role.INPUT) {
        recordRead(new Use(task, read.footprint(), false), uses(read));
      }
    }
    for (Access write : writes) {
      if (write.buffer().role() != Buffer.Role.INPUT) {
        recordWrite(new Use(task, write.footprint(), write.isScattered()), write, uses(write));
      }
    }
    return found();
  }

  private int[] found() {
    int[] tasks = EMPTY;
    for (int stream = 0; stream < found.length; stream++) {
      int first = tasks.length;
      for (int left = found[stream]; left != 0; left &= left - 1) {
        tasks = with(tasks, first, latest[stream * PARTS + Integer.numberOfTrailingZeros(left)]);
      }
    }
    return tasks;
  }

  /** Tasks of a stream begin at {@code first}; one that is there is not added. */
  private static int[] with(int[] tasks, int first, int task) {
    for (int i = first; i < tasks.length; i++) {
      if (tasks[i] == task) {
        return tasks;
      }
    }
    int[] more = Arrays.copyOf(tasks, tasks.length + 1);
    more[tasks.length] = task;
    return more;
  }

  private void found(Task task) {
    int known = found[task.stream];
    for (int left = task.parts; left != 0; left &= left - 1) {
      int place = task.stream * PARTS + Integer.numberOfTrailingZeros(left);
      boolean isFirst = (known & Integer.lowestOneBit(left)) == 0;
      latest[place] = isFirst ? task.number : Math.max(latest[place], task.number);
    }
    found[task.stream] = known | task.parts;
  }

  private void collect(Access access, Task task, boolean write) {
    if (access.buffer().role() == Buffer.Role.INPUT) {
      return;
    }
    Uses all = uses(access);
    Region region = access.footprint();
    if (access.space() == MemorySpace.PSUM) {
      Region bank = region.widened(bankBytes);
      collectBank(all.reads, bank, task);
      collectBank(all.writes, bank, task);
    }
    collect(all.writes, region, task, !write || access.isScattered());
    if (write) {
      collect(all.reads, region, task, false);
    }
  }

  /**
   * @param own whether all uses of the same stream count, as they do for a read of a fresh result
   */
  private void collect(RegionUses<Use> from, Region region, Task task, boolean own) {
    for (int i = from.next(0, region); i < from.size(); i = from.next(i + 1, region)) {
      Use use = from.get(i);
      if (own || use.loose || !use.task.isInTurnWith(task)) {
        found(use.task);
      }
    }
  }

  /** Two engines cannot be in one PSUM bank at once, even to read. */
  private void collectBank(RegionUses<Use> from, Region bank, Task task) {
    for (int i = 0; i < from.size(); i++) {
      Use use = from.get(i);
      if (use.task.stream != task.stream && use.region.widened(bankBytes).overlaps(bank)) {
        found(use.task);
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
      if (use.task.isAlsoAfter(reads.get(i).task) && use.region.covers(reads.get(i).region)) {
        reads.cover(i, use);
        return;
      }
    }
    reads.add(use);
  }

  /** A write makes the uses it covers superfluous; in PSUM only those of its own stream. */
  private static void recordWrite(Use use, Access access, Uses all) {
    boolean psum = access.space() == MemorySpace.PSUM;
    Predicate<Use> mayGo = old -> !psum || old.task.stream == use.task.stream;
    all.reads.dropCovered(use.region, mayGo);
    all.writes.dropCovered(use.region, mayGo);
    all.writes.add(use);
  }
}

package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Region;

/**
 * Derives which earlier instructions each one must wait for, from the regions they read and write.
 * Instructions of one stream (an engine, or a DMA queue) take effect in order, so only the latest
 * conflicting one of each stream counts, and within a stream only a read of a fresh result.
 */
final class Dependencies {
  private record Use(int task, int stream, Region region, boolean write) {}

  private static final int NONE = -1;
  private static final int[] EMPTY = {};

  private final List<List<Use>> uses = new ArrayList<>();
  private final int[] latest;
  private final int bankBytes;

  Dependencies(List<Buffer> buffers, int streams, int bankBytes) {
    buffers.forEach(buffer -> uses.add(new ArrayList<>(4)));
    this.latest = new int[streams];
    this.bankBytes = bankBytes;
  }

  /** The tasks that {@code task} must wait for; records its own reads and writes. */
  int[] of(int task, int stream, List<Access> reads, List<Access> writes) {
    Arrays.fill(latest, NONE);
    for (Access read : reads) {
      collect(read, stream, false);
    }
    for (Access write : writes) {
      collect(write, stream, true);
    }
    for (Access read : reads) {
      record(new Use(task, stream, read.region(), false), read);
    }
    for (Access write : writes) {
      record(new Use(task, stream, write.region(), true), write);
    }
    return found();
  }

  private int[] found() {
    int count = 0;
    for (int task : latest) {
      count += task == NONE ? 0 : 1;
    }
    int[] found = count == 0 ? EMPTY : new int[count];
    int at = 0;
    for (int task : latest) {
      if (task != NONE) {
        found[at++] = task;
      }
    }
    return found;
  }

  private void collect(Access access, int stream, boolean write) {
    if (access.buffer().role() == Buffer.Role.INPUT) {
      return;
    }
    boolean psum = access.space() == MemorySpace.PSUM;
    Region region = access.region();
    for (Use use : uses.get(access.buffer().id())) {
      boolean same = use.stream == stream;
      boolean conflict =
          psum && !same
              ? bank(use.region, access).overlaps(bank(region, access))
              : (write || use.write) && use.region.overlaps(region);
      boolean ordered = same && (write || !use.write);
      if (conflict && !ordered) {
        latest[use.stream] = Math.max(latest[use.stream], use.task);
      }
    }
  }

  /** Two engines cannot be in one PSUM bank at once, even to read. */
  private Region bank(Region region, Access access) {
    return region.widened(bankBytes / access.dtype().bytes());
  }

  /** A write makes the uses it covers superfluous; a read, an earlier read of its own stream. */
  private void record(Use use, Access access) {
    if (access.buffer().role() == Buffer.Role.INPUT) {
      return;
    }
    List<Use> list = uses.get(access.buffer().id());
    int kept = 0;
    for (int i = 0; i < list.size(); i++) {
      if (!isSuperfluous(list.get(i), use, access)) {
        list.set(kept++, list.get(i));
      }
    }
    for (int i = list.size() - 1; i >= kept; i--) {
      list.remove(i);
    }
    list.add(use);
  }

  private static boolean isSuperfluous(Use old, Use use, Access access) {
    boolean replaced =
        use.write ? old.stream == use.stream || !isPsum(access) : isSameRead(old, use);
    return replaced && use.region.covers(old.region);
  }

  private static boolean isPsum(Access access) {
    return access.space() == MemorySpace.PSUM;
  }

  private static boolean isSameRead(Use old, Use use) {
    return !old.write && old.stream == use.stream;
  }
}

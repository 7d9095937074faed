package trn2sim.core.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;

/** How much of a space the tiles of a run held over time, from their reservations and releases. */
public final class SpacePeak {
  /** The units held from an instant on. */
  public record Level(long atPs, long units) {}

  private SpacePeak() {}

  /** The most units held at once. */
  public static long of(Process process, int space) {
    return levels(process, space).stream().mapToLong(Level::units).max().orElse(0);
  }

  /**
   * The most units in use at once, from the start of a tile's first task on: a run reserves room
   * ahead of that, as far as there is some.
   */
  public static long inUse(Process process, int space) {
    Program program = process.program();
    long[] first = new long[program.tileCount()];
    Arrays.fill(first, Long.MAX_VALUE);
    for (int task = 0; task < program.size(); task++) {
      Cancellation.check();
      for (int tile : program.tiles(task)) {
        first[tile] = Math.min(first[tile], process.startPs(task));
      }
    }
    return levels(process, space, tile -> true, tile -> first[tile]).stream()
        .mapToLong(Level::units)
        .max()
        .orElse(0);
  }

  /** The units held after every change, one level for each instant. */
  public static List<Level> levels(Process process, int space) {
    return levels(process, space, tile -> true);
  }

  /** The same of some tiles alone. */
  public static List<Level> levels(Process process, int space, IntPredicate counts) {
    return levels(process, space, counts, process::reservedPs);
  }

  private static List<Level> levels(
      Process process, int space, IntPredicate counts, IntToLongFunction from) {
    Program program = process.program();
    List<Level> changes = new ArrayList<>();
    for (int tile : program.spaceOrder(space)) {
      Cancellation.check();
      if (!counts.test(tile)) {
        continue;
      }
      long units = program.tile(tile).units();
      changes.add(new Level(from.applyAsLong(tile), units));
      changes.add(new Level(process.releasedPs(tile), -units));
    }
    changes.sort(Comparator.comparingLong(Level::atPs));
    List<Level> levels = new ArrayList<>();
    long held = 0;
    for (int i = 0; i < changes.size(); i++) {
      held += changes.get(i).units;
      boolean last = i + 1 == changes.size() || changes.get(i + 1).atPs != changes.get(i).atPs;
      if (last) {
        levels.add(new Level(changes.get(i).atPs, held));
      }
    }
    return levels;
  }
}

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

/** How much of a space the tiles of a run held over time. */
public final class SpaceLevels {
  /** The units held from an instant on. */
  public record Level(long atPs, long units) {}

  private final Process process;
  private final int space;
  private final IntToLongFunction from;

  private SpaceLevels(Process process, int space, IntToLongFunction from) {
    this.process = process;
    this.space = space;
    this.from = from;
  }

  /** With tiles from their reservation on, which a run makes ahead as far as there is room. */
  static SpaceLevels reserved(Process process, int space) {
    return new SpaceLevels(process, space, process::reservedPs);
  }

  /** With tiles from the start of the first task that uses them on. */
  public static SpaceLevels inUse(Process process, int space) {
    Program program = process.program();
    long[] first = new long[program.tileCount()];
    Arrays.setAll(first, process::releasedPs);
    for (int task = 0; task < program.size(); task++) {
      Cancellation.check();
      for (int tile : program.tiles(task)) {
        first[tile] = Math.min(first[tile], process.startPs(task));
      }
    }
    return new SpaceLevels(process, space, tile -> first[tile]);
  }

  /** The most units held at once. */
  public long peak() {
    return all().stream().mapToLong(Level::units).max().orElse(0);
  }

  /** The units held after every change, one level for each instant. */
  public List<Level> all() {
    return of(tile -> true);
  }

  /** The same of some tiles alone. */
  public List<Level> of(IntPredicate tiles) {
    Program program = process.program();
    List<Level> changes = new ArrayList<>();
    for (int tile : program.spaceOrder(space)) {
      Cancellation.check();
      if (tiles.test(tile)) {
        long units = program.tile(tile).units();
        changes.add(new Level(from.applyAsLong(tile), units));
        changes.add(new Level(process.releasedPs(tile), -units));
      }
    }
    changes.sort(Comparator.comparingLong(Level::atPs));
    return sums(changes);
  }

  private static List<Level> sums(List<Level> changes) {
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

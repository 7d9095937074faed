package trn2sim.core.check;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;

/** How much of a space the tiles of a run held over time. */
public final class SpaceLevels {
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
    return all().peak();
  }

  /** The units held over time. */
  public Levels all() {
    return of(tile -> true);
  }

  /** The same of some tiles alone. */
  public Levels of(IntPredicate tiles) {
    Program program = process.program();
    int[] order = program.spaceOrder(space);
    long[] at = new long[2 * order.length];
    long[] changes = new long[2 * order.length];
    int size = 0;
    for (int tile : order) {
      Cancellation.check();
      if (tiles.test(tile)) {
        at[size] = from.applyAsLong(tile);
        changes[size++] = program.tile(tile).units();
        at[size] = process.releasedPs(tile);
        changes[size++] = -program.tile(tile).units();
      }
    }
    return Levels.of(Arrays.copyOf(at, size), Arrays.copyOf(changes, size));
  }
}

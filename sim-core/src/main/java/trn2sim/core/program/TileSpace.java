package trn2sim.core.program;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Program.Tile;
import trn2sim.core.sim.Phase;

/**
 * The space of one process, handed to tiles in the order of their first use, as early as it is
 * free. Because that order is program order, the run cannot lock up unless the program would not
 * fit even when run one task at a time.
 */
final class TileSpace {
  private record Waiter(int tile, int lane) {}

  private final Process process;
  private final Program program;
  private final int[] order;
  private final int[] live;
  private final List<Waiter> waiters = new ArrayList<>(2);
  private long free;
  private int next;

  TileSpace(Process process, int space) {
    this.process = process;
    this.program = process.program();
    this.order = program.spaceOrder(space);
    this.live = new int[program.pools().size()];
    this.free = program.spaces().get(space).capacity();
  }

  /** Hands out space until the next tile does not fit. */
  void reserve(long now) {
    while (next < order.length && fits(program.tile(order[next]))) {
      Tile tile = program.tile(order[next]);
      free -= tile.units();
      live[tile.pool()]++;
      process.reserve(order[next], now);
      next++;
    }
    for (int i = 0; i < waiters.size(); i++) {
      if (process.reservedPs(waiters.get(i).tile) >= 0) {
        process.wake(waiters.remove(i--).lane);
      }
    }
  }

  void await(int tile, int lane) {
    waiters.add(new Waiter(tile, lane));
  }

  /** Gives a tile's space back at {@code atPs}, which may lie ahead; nobody waits, no event. */
  void release(int tile, long atPs) {
    if (next < order.length) {
      process.simulation().at(atPs, Phase.COMPLETE, "tile release", () -> give(tile));
    }
  }

  long free() {
    return free;
  }

  int live(int pool) {
    return live[pool];
  }

  private void give(int tile) {
    Tile given = program.tile(tile);
    free += given.units();
    live[given.pool()]--;
    reserve(process.simulation().now());
    process.drain();
  }

  private boolean fits(Tile tile) {
    int pool = tile.pool();
    return tile.units() <= free && live[pool] < program.pools().get(pool).limit();
  }
}

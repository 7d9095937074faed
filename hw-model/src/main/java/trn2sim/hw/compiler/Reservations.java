package trn2sim.hw.compiler;

/**
 * Hands space to tiles as soon as it is free, before anybody is ready to use it, and takes it back
 * after the last use. The order is that of first use in the program. Where the next tile has to
 * wait, a later one may go first by the banker's rule: only if the nodes whose tiles wait can still
 * finish one at a time in what is left. So a program that fits when run one instruction at a time
 * always gets on.
 */
final class Reservations {
  /** Told of each tile that has its space. */
  interface Listener {
    void reserved(int tile);
  }

  private final int[] limits;
  private final Listener listener;
  private final long[] free;
  private final int[] live;
  private final TileOrder tiles;
  private final Turns[] turns;

  Reservations(TileOrder tiles, Listener listener) {
    this.tiles = tiles;
    this.limits = tiles.storage().poolLimits();
    this.listener = listener;
    this.free = tiles.storage().capacities().clone();
    this.live = new int[limits.length];
    this.turns = new Turns[free.length];
    for (int space = 0; space < free.length; space++) {
      turns[space] = new Turns(tiles, space);
    }
  }

  /** Begins to hand out space. */
  void open() {
    for (int space = 0; space < free.length; space++) {
      handOut(space);
    }
  }

  /** One user of the tile is done. */
  void used(int tile) {
    if (tiles.used(tile)) {
      int space = tiles.space(tile);
      free[space] += tiles.units(tile);
      live[tiles.pool(tile)]--;
      turns[space].released(tile);
      handOut(space);
    }
  }

  private void handOut(int space) {
    for (int tile = next(space); tile >= 0; tile = next(space)) {
      free[space] -= tiles.units(tile);
      live[tiles.pool(tile)]++;
      turns[space].reserved(tile);
      listener.reserved(tile);
    }
  }

  /** The tile that gets space next, or -1. */
  private int next(int space) {
    int head = turns[space].head();
    return head < 0 || fits(head) ? head : turns[space].outOfTurn(this::fits);
  }

  private boolean fits(int tile) {
    int pool = tiles.pool(tile);
    return tiles.units(tile) <= free[tiles.space(tile)] && live[pool] < limits[pool];
  }
}

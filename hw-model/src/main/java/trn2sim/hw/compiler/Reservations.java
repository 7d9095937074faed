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

  private final Storage storage;
  private final Listener listener;
  private final long[] free;
  private final int[] live;
  private final TileOrder tiles;
  private final Turns[] turns;

  Reservations(TileOrder tiles, Listener listener) {
    this.tiles = tiles;
    this.storage = tiles.storage();
    this.listener = listener;
    this.free = storage.capacities().clone();
    this.live = new int[storage.poolLimits().length];
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
      Storage.Tile given = storage.tiles().get(tile);
      free[given.space()] += given.units();
      live[given.pool()]--;
      turns[given.space()].released(tile);
      handOut(given.space());
    }
  }

  private void handOut(int space) {
    for (int tile = next(space); tile >= 0; tile = next(space)) {
      Storage.Tile taken = storage.tiles().get(tile);
      free[space] -= taken.units();
      live[taken.pool()]++;
      turns[space].reserved(tile);
      listener.reserved(tile);
    }
  }

  /** The tile that gets space next, or -1. */
  private int next(int space) {
    int head = turns[space].head();
    return head < 0 || fits(head) ? head : turns[space].outOfTurn(this::fits);
  }

  private boolean fits(int number) {
    Storage.Tile tile = storage.tiles().get(number);
    return tile.units() <= free[tile.space()]
        && live[tile.pool()] < storage.poolLimits()[tile.pool()];
  }
}

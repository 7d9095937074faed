package trn2sim.hw.compiler;

import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Region;

/** The columns of a tile from the first that something touches to the last. */
record TileColumns(int low, int high) {
  static final TileColumns NONE = new TileColumns(Integer.MAX_VALUE, 0);

  TileColumns and(Region region) {
    return new TileColumns(
        Math.min(low, (int) region.colLow()), Math.max(high, (int) region.colHigh()));
  }

  Access of(Buffer tile) {
    return low < high ? tile.slice(0, tile.rows(), low, high - low) : tile.all();
  }
}

package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.List;

/** The tiles that each node of a program touches, added one node after the other. */
final class NodeTiles {
  /** The tiles of node n lie from {@code start[n]} on. */
  private final int[] start;

  private int[] tiles;
  private int nodes;
  private int count;

  /**
   * @param uses how many there are going to be, or fewer
   */
  NodeTiles(int nodes, int uses) {
    start = new int[nodes + 1];
    tiles = new int[uses];
  }

  /**
   * @param touched the tiles of each node
   */
  static NodeTiles of(List<int[]> touched) {
    NodeTiles all = new NodeTiles(touched.size(), 0);
    for (int[] tiles : touched) {
      Arrays.stream(tiles).forEach(all::add);
      all.endNode();
    }
    return all;
  }

  /** Those of the same nodes in another order. */
  NodeTiles in(int[] order) {
    NodeTiles other = new NodeTiles(nodes, count);
    for (int node : order) {
      for (int i = start[node]; i < start[node + 1]; i++) {
        other.add(tiles[i]);
      }
      other.endNode();
    }
    return other;
  }

  /** A tile of the next node; one that it has already does not count. */
  void add(int tile) {
    for (int i = start[nodes]; i < count; i++) {
      if (tiles[i] == tile) {
        return;
      }
    }
    if (count == tiles.length) {
      tiles = Arrays.copyOf(tiles, 2 * count + 1);
    }
    tiles[count++] = tile;
  }

  /** The next node has all its tiles. */
  void endNode() {
    start[++nodes] = count;
  }

  /** How many nodes there are. */
  int nodes() {
    return nodes;
  }

  /** The first tile of a node, for {@link #get}. */
  int start(int node) {
    return start[node];
  }

  int end(int node) {
    return start[node + 1];
  }

  int get(int at) {
    return tiles[at];
  }
}

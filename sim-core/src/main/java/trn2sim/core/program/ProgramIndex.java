package trn2sim.core.program;

import java.util.Arrays;
import trn2sim.core.program.Program.TaskSpec;
import trn2sim.core.program.Program.Tile;

/** The look-ups a program derives once from its tasks. */
final class ProgramIndex {
  private ProgramIndex() {}

  static int[][] queues(int lanes, TaskSpec[] tasks) {
    int[] counts = new int[lanes];
    for (TaskSpec task : tasks) {
      counts[task.lane()]++;
    }
    int[][] queues = new int[lanes][];
    for (int lane = 0; lane < lanes; lane++) {
      queues[lane] = new int[counts[lane]];
    }
    Arrays.fill(counts, 0);
    for (int task = 0; task < tasks.length; task++) {
      int lane = tasks[task].lane();
      queues[lane][counts[lane]++] = task;
    }
    return queues;
  }

  static int[] tileUses(int tiles, TaskSpec[] tasks) {
    int[] uses = new int[tiles];
    for (TaskSpec task : tasks) {
      for (int tile : task.tiles()) {
        uses[tile]++;
      }
    }
    return uses;
  }

  static int[][] spaceOrder(int spaces, Tile[] tiles, TaskSpec[] tasks) {
    boolean[] seen = new boolean[tiles.length];
    int[] counts = new int[spaces];
    int[][] order = new int[spaces][tiles.length];
    for (TaskSpec task : tasks) {
      for (int tile : task.tiles()) {
        if (!seen[tile]) {
          seen[tile] = true;
          int space = tiles[tile].space();
          order[space][counts[space]++] = tile;
        }
      }
    }
    for (int space = 0; space < spaces; space++) {
      order[space] = Arrays.copyOf(order[space], counts[space]);
    }
    return order;
  }
}

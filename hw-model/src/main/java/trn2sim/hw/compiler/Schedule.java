package trn2sim.hw.compiler;

import java.util.Arrays;

/**
 * When each node of a program starts on the scheduler's clock, and where.
 *
 * @param order the nodes by start, nodes that start together in program order
 * @param engine the engine of each node
 */
public record Schedule(int[] order, long[] start, int[] engine) {
  static Schedule of(int[] issueOrder, long[] start, int[] engine) {
    int[] order = issueOrder.clone();
    for (int begin = 0; begin < order.length; ) {
      int end = begin + 1;
      while (end < order.length && start[order[end]] == start[order[begin]]) {
        end++;
      }
      Arrays.sort(order, begin, end);
      begin = end;
    }
    return new Schedule(order, start, engine);
  }
}

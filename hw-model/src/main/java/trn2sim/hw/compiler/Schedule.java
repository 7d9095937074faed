package trn2sim.hw.compiler;

import java.util.Arrays;

/**
 * When each node of a program starts on the scheduler's clock, and where.
 *
 * @param order the nodes by start, nodes that start together in program order
 * @param engine the engine of each node
 */
public record Schedule(int[] order, long[] start, int[] engine) {
  /**
   * @param round by node: when it was issued; nodes of one round did not wait for each other
   */
  static Schedule of(int[] issueOrder, int[] round, long[] start, int[] engine) {
    int[] order = issueOrder.clone();
    for (int begin = 0; begin < order.length; ) {
      int end = begin + 1;
      while (end < order.length && round[order[end]] == round[order[begin]]) {
        end++;
      }
      Arrays.sort(order, begin, end);
      begin = end;
    }
    return new Schedule(order, start, engine);
  }
}

package trn2sim.hw.compiler;

import java.util.List;

/**
 * An instruction as the scheduler sees it; instructions that are alike share one.
 *
 * @param lane the in-order stream it belongs to in the source, for the look-ahead
 * @param choices the engines that can run it, one or two
 * @param group nodes of one accumulation group are issued back to back; negative for none
 * @param queue the DMA queue or channel of collectives that carries its bytes, or negative
 * @param load whether it brings data from HBM into SBUF
 */
public record Node(int lane, List<Choice> choices, int group, int queue, boolean load) {
  /**
   * How long it takes on one of its engines. A transfer's bytes follow those of the transfer before
   * it on the queue.
   *
   * @param busyPs how long the engine is occupied
   * @param leadPs from the start to the result, or to the first byte
   * @param payloadPs how long the bytes take
   * @param tailPs from the last byte until others know
   */
  public record Choice(int engine, long busyPs, long leadPs, long payloadPs, long tailPs) {}

  /** An instruction of one engine that has its result after a while, without a queue. */
  public static Node of(int engine, int group, long busyPs, long resultPs, boolean load) {
    Choice choice = new Choice(engine, busyPs, resultPs, 0, 0);
    return new Node(engine, List.of(choice), group, -1, load);
  }

  Node in(int otherGroup) {
    return new Node(lane, choices, otherGroup, queue, load);
  }

  boolean isOpen() {
    return choices.size() > 1;
  }

  int lastEngine() {
    int first = choices.get(0).engine;
    return isOpen() ? Math.max(first, choices.get(1).engine) : first;
  }

  Choice on(int engine) {
    Choice first = choices.get(0);
    return first.engine == engine ? first : choices.get(1);
  }
}

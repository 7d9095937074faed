package trn2sim.kernels.race;

import java.util.ArrayList;
import java.util.List;

/**
 * The rises of one semaphore. A wait knows what was done before every rise it needed; that is sound
 * only if the same rises come first in every run, so with several signallers each later rise must
 * itself come after those the wait counted.
 */
final class Rises {
  /**
   * One rise.
   *
   * @param known what is done when it is seen, the signalling task included
   */
  record Rise(long value, VectorClock known, Step by) {}

  /** A task by its place: the {@code count}-th of its stream. */
  record Step(int process, int task, int stream, int count) {}

  private record Counted(int rises, Step waiter) {}

  private final List<Rise> rises = new ArrayList<>();
  private final List<Counted> waits = new ArrayList<>();

  void add(long amount, VectorClock known, Step by) {
    rises.add(new Rise(value() + amount, known, by));
  }

  private long value() {
    return rises.isEmpty() ? 0 : rises.get(rises.size() - 1).value;
  }

  /** What a task knows that has waited for {@code value}. */
  VectorClock await(long value, VectorClock own, Step waiter) {
    VectorClock known = own;
    int counted = 0;
    while (counted < rises.size() && (counted == 0 || rises.get(counted - 1).value < value)) {
      if (value <= 0) {
        return own;
      }
      known = known.join(rises.get(counted).known);
      counted++;
    }
    waits.add(new Counted(counted, waiter));
    return known;
  }

  /** A wait whose outcome timing decides, if there is one: its task and two of the signallers. */
  List<Step> ambiguous() {
    for (Counted wait : waits) {
      for (int later = wait.rises; later < rises.size(); later++) {
        for (int first = 0; first < wait.rises; first++) {
          Step before = rises.get(first).by;
          Step after = rises.get(later).by;
          boolean sameStream = before.process == after.process && before.stream == after.stream;
          boolean ordered =
              sameStream
                  || rises.get(later).known.covers(before.process, before.stream, before.count);
          if (!ordered) {
            return List.of(wait.waiter, before, after);
          }
        }
      }
    }
    return List.of();
  }
}

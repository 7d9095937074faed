package trn2sim.hw.collective;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import trn2sim.hw.spec.CollectiveSpec;

/**
 * The collectives of a core in the order in which it triggers them: a CC-core begins the next one
 * when it is done with the one before, so that a collective waits for earlier ones that use a
 * channel of its own. (Neuron runtime, "Compute-Communication Overlap": a trigger lets the next
 * scheduled operation advance; operations run side by side only on streams, that is CC-cores, of
 * their own.)
 */
final class CcStream {
  /**
   * A collective that has been triggered.
   *
   * @param channels a bit for each channel it uses
   */
  private record Operation(int task, int channels, long atPs, LongConsumer begin) {}

  private final List<Operation> waiting = new ArrayList<>();

  /** By task: the channels of those under way. */
  private final Map<Integer, Integer> running = new HashMap<>();

  /** By channel: when it was done with its last operation. */
  private final long[] freePs = new long[CollectiveSpec.CHANNELS];

  /** Has the operation begin, not before {@code atPs}, when its channels are free. */
  void trigger(int task, int channels, long atPs, LongConsumer begin) {
    waiting.add(new Operation(task, channels, atPs, begin));
    beginAll();
  }

  /** The operation is over at {@code endPs} as far as this core is concerned. */
  void done(int task, long endPs) {
    int channels = running.getOrDefault(task, 0);
    running.remove(task);
    for (int channel = 0; channel < freePs.length; channel++) {
      if ((channels & 1 << channel) != 0) {
        freePs[channel] = endPs;
      }
    }
    beginAll();
  }

  private void beginAll() {
    int taken = running.values().stream().reduce(0, (one, other) -> one | other);
    List<Operation> ready = new ArrayList<>();
    for (Operation operation : waiting) {
      if ((taken & operation.channels) == 0) {
        running.put(operation.task, operation.channels);
        ready.add(operation);
      }
      taken |= operation.channels;
    }
    waiting.removeAll(ready);
    ready.forEach(operation -> operation.begin.accept(beginPs(operation)));
  }

  private long beginPs(Operation operation) {
    long begin = operation.atPs;
    for (int channel = 0; channel < freePs.length; channel++) {
      if ((operation.channels & 1 << channel) != 0) {
        begin = Math.max(begin, freePs[channel]);
      }
    }
    return begin;
  }
}

package trn2sim.kernels.race;

import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.kernels.race.Rises.Step;

/** What each task of one process knew when it started. */
final class History {
  private final Streams.Places places;
  private final VectorClock[] known;
  private final VectorClock zero;
  private final Map<Integer, VectorClock> lanes = new LinkedHashMap<>();
  private final Map<Integer, Integer> begun = new LinkedHashMap<>();

  History(Streams.Places places, int tasks, VectorClock zero) {
    this.places = places;
    this.known = new VectorClock[tasks];
    this.zero = zero;
  }

  boolean isStarted(int task) {
    return known[task] != null;
  }

  VectorClock known(int task) {
    return known[task];
  }

  /** What the lane's latest task knew. */
  VectorClock lane(int lane) {
    return lanes.getOrDefault(lane, zero);
  }

  /** How many tasks of the lane have begun. */
  int begun(int lane) {
    return begun.getOrDefault(lane, 0);
  }

  void begin(int lane, int task, VectorClock clock) {
    known[task] = clock;
    lanes.put(lane, clock);
    begun.merge(lane, 1, Integer::sum);
  }

  /** A collective learns from its partners while it runs. */
  void learn(int task, VectorClock clock) {
    known[task] = known[task].join(clock);
  }

  Step step(int process, int task) {
    return new Step(process, task, places.stream()[task], places.count()[task]);
  }
}

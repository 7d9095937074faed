package trn2sim.kernels.race;

import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.kernels.race.Rises.Step;

/** What each task of one process knew when it started. */
final class History {
  private final Streams.Places places;
  private final Clock[] known;
  private final Clock zero;
  private final Map<Integer, Clock> lanes = new LinkedHashMap<>();
  private final Map<Integer, Integer> begun = new LinkedHashMap<>();

  History(Streams.Places places, int tasks, Clock zero) {
    this.places = places;
    this.known = new Clock[tasks];
    this.zero = zero;
  }

  boolean isStarted(int task) {
    return known[task] != null;
  }

  Clock known(int task) {
    return known[task];
  }

  /** What the lane's latest task knew. */
  Clock lane(int lane) {
    return lanes.getOrDefault(lane, zero);
  }

  /** How many tasks of the lane have begun. */
  int begun(int lane) {
    return begun.getOrDefault(lane, 0);
  }

  void begin(int lane, int task, Clock clock) {
    known[task] = clock;
    lanes.put(lane, clock);
    begun.merge(lane, 1, Integer::sum);
  }

  /** A collective learns from its partners while it runs. */
  void learn(int task, Clock clock) {
    known[task] = known[task].join(clock);
  }

  Step step(int process, int task) {
    return new Step(process, task, places.stream()[task], places.count()[task]);
  }
}

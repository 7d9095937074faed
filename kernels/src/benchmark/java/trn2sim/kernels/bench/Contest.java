package trn2sim.kernels.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Times several ways to do the same work in turn, round after round, and keeps the best time of
 * each: load from elsewhere on the machine then falls on all of them alike.
 */
final class Contest {
  private final String title;
  private final double flops;
  private final Map<String, Runnable> contestants = new LinkedHashMap<>();
  private final Map<String, Runnable> slow = new LinkedHashMap<>();
  private final Map<String, Double> best = new LinkedHashMap<>();

  Contest(String title, double flops) {
    this.title = title;
    this.flops = flops;
  }

  Contest add(String name, Runnable work) {
    contestants.put(name, work);
    return this;
  }

  /** Adds work so slow that it is timed only after the rounds, the better of two. */
  Contest addSlow(String name, Runnable work) {
    slow.put(name, work);
    return this;
  }

  /** Rounds of at least the given repetitions each, with a first one thrown away to warm up. */
  Contest run(int rounds, int repetitions) {
    contestants.values().forEach(work -> time(work, repetitions));
    for (int round = 0; round < rounds; round++) {
      contestants.forEach((name, work) -> best.merge(name, time(work, repetitions), Math::min));
    }
    slow.forEach((name, work) -> best.put(name, time(work, 2)));
    return this;
  }

  private static double time(Runnable work, int repetitions) {
    double shortest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < repetitions; i++) {
      long start = System.nanoTime();
      work.run();
      shortest = Math.min(shortest, System.nanoTime() - start);
    }
    return shortest;
  }

  double gflops(String name) {
    return flops / best.get(name);
  }

  void print() {
    System.out.printf(Locale.ROOT, "%n%s%n", title);
    best.keySet()
        .forEach(
            name ->
                System.out.printf(
                    Locale.ROOT,
                    "  %-34s %8.2f GFLOP/s %10.3f ms%n",
                    name,
                    gflops(name),
                    best.get(name) / 1e6));
  }

  /** Prints one contestant's speed over another's, next to the goal. */
  void ratio(String name, String other, double goal) {
    System.out.printf(
        Locale.ROOT,
        "  %s / %s = %.2f (goal %.2f)%n",
        name,
        other,
        gflops(name) / gflops(other),
        goal);
  }
}

package trn2sim.fuzz;

import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Makes the notes of a failing input as few and as small as it can, for as long as it fails. */
final class Shrinker {
  private final Predicate<int[]> fails;
  private int[] best;
  private int tries;

  private Shrinker(int[] notes, Predicate<int[]> fails, int tries) {
    this.best = notes;
    this.fails = fails;
    this.tries = tries;
  }

  /** The smallest failing notes found within so many tries. */
  static int[] smallest(int[] notes, Predicate<int[]> fails, int tries) {
    Shrinker shrinker = new Shrinker(notes, fails, tries);
    boolean better = true;
    while (better && shrinker.tries > 0) {
      better = shrinker.cut();
      better |= shrinker.lower();
    }
    return shrinker.best;
  }

  private boolean cut() {
    boolean better = false;
    for (int length = Math.max(1, best.length / 2); length > 0; length /= 2) {
      for (int from = best.length - length; from >= 0; from -= length) {
        int begin = Math.min(from, best.length);
        int end = Math.min(begin + length, best.length);
        better |= end > begin && accept(without(begin, end));
      }
    }
    return better;
  }

  private int[] without(int begin, int end) {
    return IntStream.range(0, best.length)
        .filter(i -> i < begin || i >= end)
        .map(i -> best[i])
        .toArray();
  }

  private boolean lower() {
    boolean better = false;
    for (int at = 0; at < best.length; at++) {
      better |= lower(at, 0) || lower(at, best[at] / 2) || lower(at, best[at] - 1);
    }
    return better;
  }

  private boolean lower(int at, int value) {
    if (at >= best.length || value < 0 || value >= best[at]) {
      return false;
    }
    int[] changed = best.clone();
    changed[at] = value;
    return accept(changed);
  }

  private boolean accept(int[] candidate) {
    if (tries <= 0) {
      return false;
    }
    tries--;
    if (!fails.test(candidate)) {
      return false;
    }
    best = candidate;
    return true;
  }
}

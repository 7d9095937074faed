package trn2sim.hw.spec;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the valid name that a mistyped one most likely meant. */
public final class Nearest {
  private static final int LONGEST = 100;

  private Nearest() {}

  /**
   * The candidate nearest by edit distance (case aside), if one is near enough to be a typing
   * error; a dotted candidate also matches by its last part. Ties go to the alphabetically first.
   */
  public static Optional<String> to(String text, Collection<String> candidates) {
    if (text.isEmpty() || text.length() > LONGEST) {
      return Optional.empty();
    }
    Optional<String> best = Optional.empty();
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : new TreeSet<>(candidates)) {
      int distance = candidate.endsWith("." + text) ? 0 : distance(text, candidate);
      int longer = Math.max(text.length(), candidate.length());
      boolean near = distance <= Math.max(1, longer / 3) && distance < longer;
      if (near && distance < bestDistance) {
        best = Optional.of(candidate);
        bestDistance = distance;
      }
    }
    return best;
  }

  /** Levenshtein distance between the lower-case forms. */
  private static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}

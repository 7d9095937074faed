package trn2sim.core.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the valid name that a mistyped one most likely meant. */
public final class Nearest {
  private static final int LONGEST = 100;

  /** Characters of a name that has only been begun; fewer say nothing. */
  private static final int BEGINNING = 3;

  private static final int MOST_FILES = 1000;

  private Nearest() {}

  /**
   * The candidate nearest by edit distance (case aside), if one is near enough to be a typing
   * error; a dotted candidate also matches by its last part. Ties go to the alphabetically first.
   * If none is, the shortest that begins with the text.
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
    return best.or(() -> completed(text, candidates));
  }

  private static Optional<String> completed(String text, Collection<String> candidates) {
    return candidates.stream()
        .filter(name -> text.length() >= BEGINNING)
        .filter(name -> name.regionMatches(true, 0, text, 0, text.length()))
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
  }

  /** The file beside one that is not there; none where they cannot be seen. */
  public static Optional<String> toFile(Path missing) {
    try (Stream<Path> beside = Files.list(missing.toAbsolutePath().getParent())) {
      return to(
          String.valueOf(missing.getFileName()),
          beside.limit(MOST_FILES).map(one -> String.valueOf(one.getFileName())).toList());
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** Levenshtein distance of the lower-case forms; swapping two neighbours counts as one edit. */
  private static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : cheapest(edits, a, b, i, j);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int cheapest(int[][] edits, String a, String b, int i, int j) {
    int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
  }
}

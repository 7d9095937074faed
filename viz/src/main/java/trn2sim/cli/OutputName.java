package trn2sim.cli;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * The directory of a run by default: the scenario's, with what was set on the command line behind
 * it, so that runs with other values never overwrite one another.
 */
final class OutputName {
  private static final int LONGEST = 100;
  private static final int DIGITS = 8;

  private OutputName() {}

  /** Names that had to be changed or cut end in digits that tell them apart. */
  static String of(String directory, List<String> assignments) {
    if (assignments.isEmpty()) {
      return directory;
    }
    String wanted = directory + "-" + String.join("-", assignments);
    String safe = wanted.replaceAll("[^A-Za-z0-9._=-]", "_");
    if (safe.equals(wanted) && safe.length() <= LONGEST) {
      return safe;
    }
    String digits =
        UUID.nameUUIDFromBytes(wanted.getBytes(StandardCharsets.UTF_8))
            .toString()
            .substring(0, DIGITS);
    return safe.substring(0, Math.min(safe.length(), LONGEST - DIGITS - 1)) + "-" + digits;
  }
}

package trn2sim.traces.replay;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many bytes an element has, by the profiler's name of its type. */
final class Widths {
  private static final int BITS = 8;
  private static final Pattern NAME = Pattern.compile("\\D*(8|16|32|64)(?:\\D.*)?");

  private Widths() {}

  /** 0 if the name does not tell. */
  static int bytes(String dtype) {
    Matcher matcher = NAME.matcher(dtype);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) / BITS : 0;
  }
}

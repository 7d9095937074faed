package trn2sim.viz.spans;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A track's name in two: the chip and core it belongs to, and the row within. */
record TrackName(String group, String row) {
  private static final Pattern PARTS =
      Pattern.compile("((?:Chip|Core)\\[\\d+\\](?:\\.Core\\[\\d+\\])?)\\.(.+)");

  static TrackName of(String name) {
    Matcher matcher = PARTS.matcher(name);
    return matcher.matches()
        ? new TrackName(matcher.group(1), matcher.group(2))
        : new TrackName("", name);
  }
}

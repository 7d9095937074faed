package trn2sim.core.timeline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A track's name in two: what the row belongs to, and the row within. The numbered parts in front
 * say where, {@code Chip[0].Core[3]} of {@code Chip[0].Core[3].Dma.Sync.Load}; the last part is
 * always the row's, {@code Sm[7]} of {@code Gpu[0].Sm[7]}.
 */
public record TrackName(String owner, String row) {
  private static final Pattern PARTS = Pattern.compile("((?:\\w+\\[\\d+\\]\\.)*)(.+)");
  private static final Pattern NUMBER = Pattern.compile("\\[[^\\]]*\\]");

  /** Takes a name apart; one without numbered parts is all row. */
  public static TrackName of(String name) {
    Matcher matcher = PARTS.matcher(name);
    if (!matcher.matches() || matcher.group(1).isEmpty()) {
      return new TrackName("", name);
    }
    String owner = matcher.group(1);
    return new TrackName(owner.substring(0, owner.length() - 1), matcher.group(2));
  }

  /** The name without numbers, the same for all rows that do the same. */
  public static String kind(String name) {
    return NUMBER.matcher(name).replaceAll("");
  }
}

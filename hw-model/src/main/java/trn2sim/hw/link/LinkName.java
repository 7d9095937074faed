package trn2sim.hw.link;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a link as {@link Link#toString()} writes it: {@code chip0.X+}. */
public final class LinkName {
  private static final Pattern FORM = Pattern.compile("chip(\\d{1,3})\\.([XYZ][+-])");

  private LinkName() {}

  /** The link, absent if the text has another form. */
  public static Optional<Link> parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    for (LinkDirection direction : LinkDirection.values()) {
      if (direction.toString().equals(parts.group(2))) {
        return Optional.of(new Link(Integer.parseInt(parts.group(1)), direction));
      }
    }
    return Optional.empty();
  }
}

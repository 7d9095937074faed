package trn2sim.core.unit;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The suffixes of one kind of quantity, smallest first, and the reading and printing they share.
 *
 * <p>Reading is exact or refused: a text that is no whole number of base units is an error, so no
 * rounding happens before a quantity is used.
 */
record UnitTable(String kind, String example, List<Unit> units) {
  private static final int LONGEST_TEXT = 64;
  private static final Pattern NUMBER_AND_SUFFIX =
      Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?) *([A-Za-z/]*)");
  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  /** One suffix, its size in base units, and whether it is a power of 1024. */
  record Unit(String suffix, long size, boolean binary) {
    static Unit decimal(String suffix, long size) {
      return new Unit(suffix, size, false);
    }

    static Unit binary(String suffix, long size) {
      return new Unit(suffix, size, true);
    }
  }

  /** The value in base units. */
  long parse(String text) {
    String trimmed = text.strip();
    var match = NUMBER_AND_SUFFIX.matcher(trimmed);
    if (trimmed.length() > LONGEST_TEXT || !match.matches()) {
      throw refuse(text, withUnits());
    }
    if (match.group(2).isEmpty()) {
      throw refuse(text, form());
    }
    Unit unit = unit(match.group(2)).orElseThrow(() -> refuse(text, withUnits()));
    BigDecimal value =
        new BigDecimal(match.group(1))
            .multiply(BigDecimal.valueOf(unit.size()))
            .stripTrailingZeros();
    if (value.signum() < 0) {
      throw refuse(text, form() + " of zero or more");
    }
    if (value.compareTo(MAX) > 0) {
      throw refuse(text, "a " + kind + " of at most " + format(Long.MAX_VALUE));
    }
    if (value.scale() > 0) {
      throw refuse(text, "a whole number of " + units.get(0).suffix());
    }
    return value.longValueExact();
  }

  /** Prints the value exactly, in the unit that reads best; {@link #parse} takes it back. */
  String format(long value) {
    String best = render(value, largest(value));
    for (Unit unit : units) {
      if (unit.binary() && value >= unit.size()) {
        String candidate = render(value, unit);
        best = candidate.length() < best.length() ? candidate : best;
      }
    }
    return best;
  }

  /** Refuses a raw value outside the kind's range. */
  long requireAtLeast(long least, long value) {
    if (value < least) {
      throw refuse(
          value + " " + units.get(0).suffix(),
          "a " + kind + " of at least " + least + " " + units.get(0).suffix());
    }
    return value;
  }

  private Unit largest(long value) {
    Unit best = units.get(0);
    for (Unit unit : units) {
      best = !unit.binary() && value >= unit.size() ? unit : best;
    }
    return best;
  }

  private static String render(long value, Unit unit) {
    BigDecimal scaled = BigDecimal.valueOf(value).divide(BigDecimal.valueOf(unit.size()));
    return scaled.stripTrailingZeros().toPlainString() + " " + unit.suffix();
  }

  private Optional<Unit> unit(String suffix) {
    return units.stream().filter(unit -> unit.suffix().equals(suffix)).findFirst();
  }

  private String form() {
    return "a " + kind + " like " + Quote.of(example);
  }

  private String withUnits() {
    return form()
        + units.stream().map(Unit::suffix).collect(Collectors.joining(", ", " (units: ", ")"));
  }

  private static UnitException refuse(String text, String expected) {
    return new UnitException(Quote.of(text), expected);
  }
}

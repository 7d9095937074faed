package trn2sim.traces.sweep;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trn2sim.core.config.YamlCursor;

/**
 * The values of {@code {from: 1024, to: 8192, step: 1024}}, both ends included. Instead of {@code
 * step}, {@code factor} multiplies and {@code count} says how many values there are, evenly spaced.
 * Numbers may carry a unit, the same in all three. A value is made when it is asked for, so that an
 * axis of a million values costs nothing.
 */
final class AxisRange extends AbstractList<YamlCursor> implements RandomAccess {
  private static final Pattern QUANTITY = Pattern.compile("\\s*([-+0-9.eE]+)\\s*(\\D.*|)");
  private static final int MOST_VALUES = 10_000_000;
  private static final MathContext DIGITS = new MathContext(12, RoundingMode.HALF_EVEN);

  /** From the number of a value to its text without the unit. */
  private interface Rule {
    BigDecimal value(int index);
  }

  private record Quantity(BigDecimal number, String unit) {}

  private final String place;
  private final String unit;
  private final int size;
  private final Rule rule;

  private AxisRange(YamlCursor place, String unit, int size, Rule rule) {
    this.place = place.where();
    this.unit = unit;
    this.size = size;
    this.rule = rule;
  }

  static boolean isRange(YamlCursor value) {
    return value.has("from") || value.has("to");
  }

  static AxisRange read(YamlCursor range) {
    Quantity from = quantity(range.child("from"));
    Quantity to = quantity(range.child("to"));
    requireUnit(range.child("to"), from, to);
    if (to.number.compareTo(from.number) < 0) {
      throw range.child("to").fail(range.child("to").found(), "at least from");
    }
    Optional<YamlCursor> step = range.optional("step");
    Optional<YamlCursor> factor = range.optional("factor");
    Optional<YamlCursor> count = range.optional("count");
    if (List.of(step, factor, count).stream().filter(Optional::isPresent).count() != 1) {
      throw range.fail("a range", "one of step, factor and count beside from and to");
    }
    AxisRange values =
        step.map(s -> stepped(range, from, to, s))
            .or(() -> factor.map(f -> multiplied(range, from, to, f)))
            .orElseGet(() -> counted(range, from, to, count.orElseThrow()));
    range.requireAllRead();
    return values;
  }

  private static AxisRange stepped(YamlCursor range, Quantity from, Quantity to, YamlCursor given) {
    Quantity step = quantity(given);
    requireUnit(given, from, step);
    if (step.number.signum() <= 0) {
      throw given.fail(given.found(), "more than 0");
    }
    BigDecimal steps = to.number.subtract(from.number).divideToIntegralValue(step.number);
    int size = size(given, steps.add(BigDecimal.ONE));
    return new AxisRange(
        range, from.unit, size, i -> from.number.add(step.number.multiply(BigDecimal.valueOf(i))));
  }

  private static AxisRange multiplied(
      YamlCursor range, Quantity from, Quantity to, YamlCursor given) {
    BigDecimal factor = given.decimal();
    if (factor.compareTo(BigDecimal.ONE) <= 0 || from.number.signum() <= 0) {
      throw given.fail(given.found(), "more than 1, and from more than 0");
    }
    List<BigDecimal> values = new ArrayList<>();
    for (BigDecimal v = from.number; v.compareTo(to.number) <= 0; v = v.multiply(factor, DIGITS)) {
      size(given, BigDecimal.valueOf(values.size()));
      values.add(v);
    }
    return new AxisRange(range, from.unit, values.size(), values::get);
  }

  private static AxisRange counted(YamlCursor range, Quantity from, Quantity to, YamlCursor given) {
    int size = (int) given.integer(2, MOST_VALUES);
    BigDecimal width = to.number.subtract(from.number);
    BigDecimal parts = BigDecimal.valueOf(size - 1L);
    return new AxisRange(
        range,
        from.unit,
        size,
        i -> from.number.add(width.multiply(BigDecimal.valueOf(i)).divide(parts, DIGITS)));
  }

  private static int size(YamlCursor place, BigDecimal values) {
    if (values.compareTo(BigDecimal.valueOf(MOST_VALUES)) > 0) {
      throw place.fail(place.found(), "at most " + MOST_VALUES + " values");
    }
    return values.intValueExact();
  }

  private static Quantity quantity(YamlCursor value) {
    Matcher matcher = QUANTITY.matcher(value.string());
    try {
      if (matcher.matches()) {
        return new Quantity(new BigDecimal(matcher.group(1)), matcher.group(2).strip());
      }
    } catch (NumberFormatException e) {
      throw value.fail(value.found(), "a number, with or without a unit");
    }
    throw value.fail(value.found(), "a number, with or without a unit");
  }

  private static void requireUnit(YamlCursor place, Quantity from, Quantity other) {
    if (!from.unit.equals(other.unit)) {
      String unit = from.unit.isEmpty() ? "no unit" : "the unit " + from.unit;
      throw place.fail(place.found(), unit + ", as from has");
    }
  }

  @Override
  public YamlCursor get(int index) {
    String number = rule.value(index).stripTrailingZeros().toPlainString();
    return YamlCursor.value(place, unit.isEmpty() ? number : number + " " + unit);
  }

  @Override
  public int size() {
    return size;
  }
}

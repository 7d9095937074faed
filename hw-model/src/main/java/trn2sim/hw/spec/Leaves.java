package trn2sim.hw.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.unit.Bandwidth;
import trn2sim.core.unit.ByteSize;
import trn2sim.core.unit.Frequency;
import trn2sim.core.unit.SimDuration;

/**
 * Reads the leaves of one section of a device, each once, as a typed value within a range that
 * makes sense for it. A value out of range is an error that says where it stands, what was found
 * and what was expected.
 */
final class Leaves {
  private static final Frequency SLOWEST_CLOCK = Frequency.parse("1 MHz");
  private static final Frequency FASTEST_CLOCK = Frequency.parse("100000 GHz");
  private static final Bandwidth LEAST_BANDWIDTH = Bandwidth.parse("1 MB/s");
  private static final Bandwidth MOST_BANDWIDTH = Bandwidth.parse("1000 TB/s");
  private static final SimDuration SHORTEST = new SimDuration(1000);
  private static final SimDuration LONGEST = SimDuration.parse("10 ms");
  private static final double LEAST_SHARE = 0.001;
  private static final double LEAST_CYCLES = 0.001;
  private static final double MOST_CYCLES = 1000;
  private static final int MOST_FIXED_CYCLES = 1_000_000;

  private final DeviceSheet sheet;
  private final String prefix;
  private final Seen seen;

  /**
   * What was read so far, by full name.
   *
   * @param restated what a stated figure follows from, if an override has changed that
   */
  private record Seen(
      Map<String, String> texts,
      Map<String, String> restated,
      Map<String, Parameter.Range> ranges) {}

  /** One sort of value: how it is read, and which ones make sense. */
  private record Kind<T extends Comparable<? super T>>(
      Function<YamlCursor, T> parse, Predicate<T> fits, String expected) {}

  Leaves(DeviceSheet sheet) {
    this(sheet, "", new Seen(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>()));
  }

  private Leaves(DeviceSheet sheet, String prefix, Seen seen) {
    this.sheet = sheet;
    this.prefix = prefix;
    this.seen = seen;
  }

  /** The section of this name below this one. */
  Leaves in(String section) {
    return new Leaves(sheet, prefix + section + ".", seen);
  }

  /** A number of things of which there is at least one. */
  int count(String name, int most) {
    return whole(name, 1, most);
  }

  int whole(String name, int least, int most) {
    Predicate<BigDecimal> fits =
        value -> isWithin(value, least, most) && value.stripTrailingZeros().scale() <= 0;
    String expected = "a whole number from " + least + " to " + most;
    return read(name, new Kind<>(YamlCursor::decimal, fits, expected)).intValueExact();
  }

  /** Cycles that do not depend on the amount of data. */
  int fixedCycles(String name) {
    return whole(name, 0, MOST_FIXED_CYCLES);
  }

  /** Cycles per element, column or row: never zero, since nothing is free. */
  double cycles(String name) {
    return number(name, LEAST_CYCLES, MOST_CYCLES);
  }

  /** A part of a whole. */
  double share(String name) {
    return number(name, LEAST_SHARE, 1);
  }

  double number(String name, double least, double most) {
    String expected = "a number from " + plain(least) + " to " + plain(most);
    Kind<BigDecimal> kind =
        new Kind<>(YamlCursor::decimal, value -> isWithin(value, least, most), expected);
    return read(name, kind).doubleValue();
  }

  /** A duration in picoseconds. */
  long ps(String name) {
    return read(name, between(YamlCursor::duration, new SimDuration(0), LONGEST, "a duration"))
        .ps();
  }

  /** How long an instruction occupies its engine, which is never nothing. */
  long occupancyPs(String name) {
    return read(name, between(YamlCursor::duration, SHORTEST, LONGEST, "a duration")).ps();
  }

  Frequency clock(String name) {
    return read(name, between(YamlCursor::frequency, SLOWEST_CLOCK, FASTEST_CLOCK, "a frequency"));
  }

  Bandwidth bandwidth(String name) {
    return read(
        name, between(YamlCursor::bandwidth, LEAST_BANDWIDTH, MOST_BANDWIDTH, "a bandwidth"));
  }

  long bytes(String name, String least, String most) {
    ByteSize low = ByteSize.parse(least);
    return read(name, between(YamlCursor::byteSize, low, ByteSize.parse(most), "a byte size"))
        .bytes();
  }

  /** A count that the instruction set fixes. */
  int fixed(String name, int only, String why) {
    int value = count(name, Integer.MAX_VALUE);
    require(value == only, name, only + ", " + why);
    return value;
  }

  /** Whether the device has such a leaf, where devices of a kind differ in what they have. */
  boolean has(String name) {
    return sheet.leaves().containsKey(prefix + name);
  }

  /** Whether the scenario gives this value in place of the file's. */
  boolean overridden(String name) {
    return leaf(name).overridden();
  }

  /** Refuses a value that does not go with others. */
  void require(boolean holds, String name, String expected) {
    if (!holds) {
      throw leaf(name).fail(expected);
    }
  }

  /**
   * A figure that follows from others, which a file may state beside them. Published pages
   * disagree, so a file's must agree with its factors; an override of it is refused.
   *
   * @param tolerance relative difference that rounding in the source explains
   * @param factors full names of what to override instead
   */
  void derived(
      String name, Quantity quantity, double follows, double tolerance, String... factors) {
    Optional<Leaf> stated = Optional.ofNullable(sheet.leaves().get(prefix + name));
    if (stated.isEmpty()) {
      return;
    }
    Leaf leaf = stated.get();
    if (leaf.overridden()) {
      throw leaf.fail(
          "no override, for it follows from " + String.join(" x ", factors) + ": override those");
    }
    leaf.bounds()
        .ifPresent(
            b -> {
              throw b.low().fail(b.low().found(), "no range, for it follows from others");
            });
    double value = quantity.read(leaf.value());
    if (Arrays.stream(factors).anyMatch(factor -> sheet.leaf(factor).overridden())) {
      seen.restated.put(leaf.name(), String.join(" x ", factors));
      seen.texts.put(leaf.name(), quantity.text(follows));
      return;
    }
    seen.texts.put(leaf.name(), quantity.text(value));
    if (Math.abs(value - follows) > tolerance * follows) {
      String from = Arrays.stream(factors).map(this::cited).collect(Collectors.joining(" x "));
      throw leaf.fail(
          quantity.text(value) + " (" + leaf.source().text() + ")",
          (value == 0 ? quantity.text(follows) : round(follows / value) + " times that")
              + ", from "
              + from);
    }
  }

  /** A leaf with its value and source. */
  String cited(String fullName) {
    Leaf leaf = sheet.leaf(fullName);
    return fullName + " " + seen.texts.get(fullName) + " (" + leaf.source().text() + ")";
  }

  /** The value of a leaf in its usual form. */
  String text(String fullName) {
    return seen.texts.get(fullName);
  }

  /** What a stated figure follows from, if an override has changed that. */
  Optional<String> restatedFrom(String fullName) {
    return Optional.ofNullable(seen.restated.get(fullName));
  }

  /** The ends of what a leaf may be, if it has any. */
  Optional<Parameter.Range> range(String fullName) {
    return Optional.ofNullable(seen.ranges.get(fullName));
  }

  /** Refuses the first leaf that no record reads: it would be a setting without effect. */
  void requireAllRead() {
    for (Leaf leaf : sheet.leaves().values()) {
      if (!seen.texts.containsKey(leaf.name())) {
        throw SpecException.at(
            leaf.value().where() + " " + leaf.name(),
            "a parameter that the model does not use",
            "only parameters of a " + sheet.header().kind() + " device");
      }
    }
  }

  private Leaf leaf(String name) {
    return sheet.leaf(prefix + name);
  }

  private static <T extends Comparable<? super T>> Kind<T> between(
      Function<YamlCursor, T> parse, T least, T most, String what) {
    return new Kind<>(
        parse,
        value -> value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
        what + " from " + least + " to " + most);
  }

  private <T extends Comparable<? super T>> T read(String name, Kind<T> kind) {
    Cancellation.check();
    Leaf leaf = leaf(name);
    T value = kind.parse.apply(leaf.value());
    if (!kind.fits.test(value)) {
      throw leaf.fail(kind.expected);
    }
    seen.texts.put(leaf.name(), text(value));
    leaf.bounds().ifPresent(b -> seen.ranges.put(leaf.name(), range(b, value, kind)));
    return value;
  }

  /** Both ends must be values of the kind, with the value itself between them. */
  private static <T extends Comparable<? super T>> Parameter.Range range(
      Leaf.Bounds bounds, T value, Kind<T> kind) {
    T low = end(bounds.low(), kind);
    T high = end(bounds.high(), kind);
    if (low.compareTo(value) > 0) {
      throw bounds.low().fail(bounds.low().found(), "at most the value, " + text(value));
    }
    if (high.compareTo(value) < 0) {
      throw bounds.high().fail(bounds.high().found(), "at least the value, " + text(value));
    }
    return new Parameter.Range(text(low), text(high), bounds.source());
  }

  private static <T extends Comparable<? super T>> T end(YamlCursor cursor, Kind<T> kind) {
    T value = kind.parse.apply(cursor);
    if (!kind.fits.test(value)) {
      throw cursor.fail(cursor.found(), kind.expected);
    }
    return value;
  }

  private static String text(Object value) {
    return value instanceof BigDecimal number
        ? number.stripTrailingZeros().toPlainString()
        : value.toString();
  }

  private static boolean isWithin(BigDecimal value, double least, double most) {
    return value.doubleValue() >= least && value.doubleValue() <= most;
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static String round(double ratio) {
    return new BigDecimal(ratio).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}

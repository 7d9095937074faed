package trn2sim.hw.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import trn2sim.core.config.SpecException;
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
  private static final SimDuration LONGEST = SimDuration.parse("10 ms");
  private static final double LEAST_SHARE = 0.001;
  private static final double LEAST_CYCLES = 0.001;
  private static final double MOST_CYCLES = 1000;
  private static final int MOST_FIXED_CYCLES = 1_000_000;

  private final DeviceSheet sheet;
  private final String prefix;
  private final Map<String, String> texts;
  private final Map<String, String> restated;

  Leaves(DeviceSheet sheet) {
    this(sheet, "", new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  private Leaves(
      DeviceSheet sheet, String prefix, Map<String, String> texts, Map<String, String> restated) {
    this.sheet = sheet;
    this.prefix = prefix;
    this.texts = texts;
    this.restated = restated;
  }

  /** The section of this name below this one. */
  Leaves in(String section) {
    return new Leaves(sheet, prefix + section + ".", texts, restated);
  }

  /** A number of things of which there is at least one. */
  int count(String name, int most) {
    return whole(name, 1, most);
  }

  int whole(String name, int least, int most) {
    Leaf leaf = leaf(name);
    BigDecimal value = number(leaf);
    if (!isWithin(value, least, most) || value.stripTrailingZeros().scale() > 0) {
      throw leaf.fail("a whole number from " + least + " to " + most);
    }
    return value.intValueExact();
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
    Leaf leaf = leaf(name);
    BigDecimal value = number(leaf);
    if (!isWithin(value, least, most)) {
      throw leaf.fail("a number from " + plain(least) + " to " + plain(most));
    }
    return value.doubleValue();
  }

  /** A duration in picoseconds. */
  long ps(String name) {
    Leaf leaf = leaf(name);
    SimDuration value = leaf.value().duration();
    if (value.compareTo(LONGEST) > 0) {
      throw leaf.fail("a duration from 0 ps to " + LONGEST);
    }
    return seen(leaf, value).ps();
  }

  Frequency clock(String name) {
    Leaf leaf = leaf(name);
    Frequency value = leaf.value().frequency();
    if (value.compareTo(SLOWEST_CLOCK) < 0 || value.compareTo(FASTEST_CLOCK) > 0) {
      throw leaf.fail("a frequency from " + SLOWEST_CLOCK + " to " + FASTEST_CLOCK);
    }
    return seen(leaf, value);
  }

  Bandwidth bandwidth(String name) {
    Leaf leaf = leaf(name);
    Bandwidth value = leaf.value().bandwidth();
    if (value.compareTo(LEAST_BANDWIDTH) < 0 || value.compareTo(MOST_BANDWIDTH) > 0) {
      throw leaf.fail("a bandwidth from " + LEAST_BANDWIDTH + " to " + MOST_BANDWIDTH);
    }
    return seen(leaf, value);
  }

  long bytes(String name, String least, String most) {
    Leaf leaf = leaf(name);
    ByteSize value = leaf.value().byteSize();
    if (value.bytes() < ByteSize.parse(least).bytes()
        || value.bytes() > ByteSize.parse(most).bytes()) {
      throw leaf.fail("a byte size from " + least + " to " + most);
    }
    return seen(leaf, value).bytes();
  }

  /** A count that the instruction set fixes. */
  int fixed(String name, int only, String why) {
    int value = count(name, Integer.MAX_VALUE);
    require(value == only, name, only + ", " + why);
    return value;
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
    double value = quantity.read(leaf.value());
    if (Arrays.stream(factors).anyMatch(factor -> sheet.leaf(factor).overridden())) {
      restated.put(leaf.name(), String.join(" x ", factors));
      texts.put(leaf.name(), quantity.text(follows));
      return;
    }
    texts.put(leaf.name(), quantity.text(value));
    if (Math.abs(value - follows) > tolerance * follows) {
      String from = Arrays.stream(factors).map(this::cited).collect(Collectors.joining(" x "));
      throw leaf.fail(
          quantity.text(value) + " (" + leaf.source().text() + ")",
          round(follows / value) + " times that, from " + from);
    }
  }

  /** A leaf with its value and source. */
  String cited(String fullName) {
    Leaf leaf = sheet.leaf(fullName);
    return fullName + " " + texts.get(fullName) + " (" + leaf.source().text() + ")";
  }

  /** The value of a leaf in its usual form. */
  String text(String fullName) {
    return texts.get(fullName);
  }

  /** What a stated figure follows from, if an override has changed that. */
  Optional<String> restatedFrom(String fullName) {
    return Optional.ofNullable(restated.get(fullName));
  }

  /** Refuses the first leaf that no record reads: it would be a setting without effect. */
  void requireAllRead() {
    for (Leaf leaf : sheet.leaves().values()) {
      if (!texts.containsKey(leaf.name())) {
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

  private BigDecimal number(Leaf leaf) {
    BigDecimal value = leaf.value().decimal();
    seen(leaf, value.stripTrailingZeros().toPlainString());
    return value;
  }

  private <T> T seen(Leaf leaf, T value) {
    texts.put(leaf.name(), value.toString());
    return value;
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

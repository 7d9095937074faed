package trn2sim.hw.spec;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;

/** Reads a parameter's value, either of a known kind or of the kind its form shows. */
final class ValueReader {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+([eE][+-]?[0-9]+)?");
  private static final Pattern NOT_FINITE = Pattern.compile("(?i)[-+]?\\.?(inf|infinity|nan)");
  private static final Pattern QUANTITY = Pattern.compile("[-+]?[0-9][0-9.eE+-]* *([A-Za-z/]+)");

  private ValueReader() {}

  /** What was written without quotes must be a good number or quantity if it looks like one. */
  static Value read(YamlCursor cursor) {
    if (cursor.isList()) {
      return read(cursor, Value.Kind.NUMBERS);
    }
    String text = cursor.string();
    if (!cursor.isPlain()) {
      return quoted(cursor, text);
    }
    if (NOT_FINITE.matcher(text).matches()) {
      throw cursor.fail(cursor.found(), "a finite number");
    }
    if (NUMBER.matcher(text).matches()) {
      return read(cursor, Value.Kind.NUMBER);
    }
    var quantity = QUANTITY.matcher(text);
    if (!quantity.matches()) {
      return new Value.OfText(text);
    }
    return kindOfSuffix(quantity.group(1))
        .map(kind -> read(cursor, kind))
        .orElseThrow(
            () ->
                cursor.fail(
                    cursor.found(),
                    "a number or a quantity (units: ps to s, Hz to GHz, B/s to TB/s, B to GB,"
                        + " KiB to GiB)"));
  }

  static Value read(YamlCursor cursor, Value.Kind kind) {
    return switch (kind) {
      case DURATION -> new Value.OfDuration(cursor.duration());
      case FREQUENCY -> new Value.OfFrequency(cursor.frequency());
      case BANDWIDTH -> new Value.OfBandwidth(cursor.bandwidth());
      case BYTES -> new Value.OfBytes(cursor.byteSize());
      case NUMBER -> number(cursor);
      case TEXT -> new Value.OfText(cursor.string());
      case NUMBERS ->
          new Value.OfNumbers(cursor.list().stream().map(item -> number(item).value()).toList());
    };
  }

  private static Value quoted(YamlCursor cursor, String text) {
    var quantity = QUANTITY.matcher(text);
    if (quantity.matches()) {
      try {
        return kindOfSuffix(quantity.group(1))
            .map(kind -> read(cursor, kind))
            .orElse(new Value.OfText(text));
      } catch (SpecException notAQuantity) {
        return new Value.OfText(text);
      }
    }
    return new Value.OfText(text);
  }

  private static Value.OfNumber number(YamlCursor cursor) {
    var value = cursor.decimal();
    if (value.signum() < 0) {
      throw cursor.fail(cursor.found(), Value.Kind.NUMBER.form());
    }
    return new Value.OfNumber(value);
  }

  /** Case aside, so that a misspelt suffix is reported with the list of the kind it resembles. */
  private static Optional<Value.Kind> kindOfSuffix(String suffix) {
    String lower = suffix.toLowerCase(Locale.ROOT);
    if (lower.endsWith("hz")) {
      return Optional.of(Value.Kind.FREQUENCY);
    }
    if (lower.contains("/")) {
      return Optional.of(Value.Kind.BANDWIDTH);
    }
    if (lower.endsWith("b")) {
      return Optional.of(Value.Kind.BYTES);
    }
    return lower.endsWith("s") ? Optional.of(Value.Kind.DURATION) : Optional.empty();
  }
}

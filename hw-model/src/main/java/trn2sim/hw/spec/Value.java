package trn2sim.hw.spec;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import trn2sim.core.unit.Bandwidth;
import trn2sim.core.unit.ByteSize;
import trn2sim.core.unit.Frequency;
import trn2sim.core.unit.SimDuration;

/** A parameter's value: a quantity, a plain number, a text or a list of numbers. */
public sealed interface Value {
  Kind kind();

  /** The kinds of values; an override must keep the kind. */
  enum Kind {
    DURATION("a duration like \"1.5 us\""),
    FREQUENCY("a frequency like \"2.4 GHz\""),
    BANDWIDTH("a bandwidth like \"2.9 TB/s\""),
    BYTES("a byte size like \"24 MiB\""),
    NUMBER("a number of zero or more"),
    TEXT("text"),
    NUMBERS("a list of numbers like [1, 2]");

    private final String form;

    Kind(String form) {
      this.form = form;
    }

    /** What a value of this kind looks like, for error messages. */
    public String form() {
      return form;
    }
  }

  /** A duration. */
  record OfDuration(SimDuration value) implements Value {
    @Override
    public Kind kind() {
      return Kind.DURATION;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A clock rate. */
  record OfFrequency(Frequency value) implements Value {
    @Override
    public Kind kind() {
      return Kind.FREQUENCY;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A transfer rate. */
  record OfBandwidth(Bandwidth value) implements Value {
    @Override
    public Kind kind() {
      return Kind.BANDWIDTH;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** An amount of memory. */
  record OfBytes(ByteSize value) implements Value {
    @Override
    public Kind kind() {
      return Kind.BYTES;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A count or a ratio. */
  record OfNumber(BigDecimal value) implements Value {
    @Override
    public Kind kind() {
      return Kind.NUMBER;
    }

    @Override
    public String toString() {
      return value.stripTrailingZeros().toPlainString();
    }
  }

  /** A word or a sentence. */
  record OfText(String value) implements Value {
    @Override
    public Kind kind() {
      return Kind.TEXT;
    }

    @Override
    public String toString() {
      return value;
    }
  }

  /** Counts or ratios in order. */
  record OfNumbers(List<BigDecimal> value) implements Value {
    public OfNumbers {
      value = List.copyOf(value);
    }

    @Override
    public Kind kind() {
      return Kind.NUMBERS;
    }

    @Override
    public String toString() {
      return value.stream()
          .map(number -> new OfNumber(number).toString())
          .collect(Collectors.joining(", ", "[", "]"));
    }
  }
}

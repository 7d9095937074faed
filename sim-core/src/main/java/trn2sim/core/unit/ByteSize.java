package trn2sim.core.unit;

import static trn2sim.core.unit.UnitTable.Unit.binary;
import static trn2sim.core.unit.UnitTable.Unit.decimal;

import java.util.List;

/** An amount of memory or data in whole bytes, zero or more; {@code GB} is decimal. */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
  private static final UnitTable UNITS =
      new UnitTable(
          "byte size",
          "24 MiB",
          List.of(
              decimal("B", 1),
              decimal("kB", 1_000),
              decimal("MB", 1_000_000),
              decimal("GB", 1_000_000_000),
              binary("KiB", 1L << 10),
              binary("MiB", 1L << 20),
              binary("GiB", 1L << 30)));

  public ByteSize {
    UNITS.requireAtLeast(0, bytes);
  }

  /** Reads a text like {@code 24 MiB}; throws {@link UnitException}. */
  public static ByteSize parse(String text) {
    return new ByteSize(UNITS.parse(text));
  }

  @Override
  public int compareTo(ByteSize other) {
    return Long.compare(bytes, other.bytes);
  }

  @Override
  public String toString() {
    return UNITS.format(bytes);
  }
}

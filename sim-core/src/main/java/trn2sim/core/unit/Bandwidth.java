package trn2sim.core.unit;

import static trn2sim.core.unit.UnitTable.Unit.binary;
import static trn2sim.core.unit.UnitTable.Unit.decimal;

import java.util.List;

/** A transfer rate in whole bytes (not bits) per second, above zero; {@code GB} is decimal. */
public record Bandwidth(long bytesPerSecond) implements Comparable<Bandwidth> {
  private static final UnitTable UNITS =
      new UnitTable(
          "bandwidth",
          "2.9 TB/s",
          List.of(
              decimal("B/s", 1),
              decimal("kB/s", 1_000),
              decimal("MB/s", 1_000_000),
              decimal("GB/s", 1_000_000_000),
              decimal("TB/s", 1_000_000_000_000L),
              binary("KiB/s", 1L << 10),
              binary("MiB/s", 1L << 20),
              binary("GiB/s", 1L << 30)));

  public Bandwidth {
    UNITS.requireAtLeast(1, bytesPerSecond);
  }

  /** Reads a text like {@code 2.9 TB/s}; throws {@link UnitException}. */
  public static Bandwidth parse(String text) {
    return new Bandwidth(UNITS.parse(text));
  }

  /** Picoseconds to move the bytes: {@code ceil(bytes * 10^12 / bytesPerSecond)}, exact. */
  public long psFor(long bytes) {
    Scaling.requireNonNegative(bytes, "bytes");
    return Scaling.ceil(bytes, Scaling.PS_PER_SECOND, bytesPerSecond);
  }

  @Override
  public int compareTo(Bandwidth other) {
    return Long.compare(bytesPerSecond, other.bytesPerSecond);
  }

  @Override
  public String toString() {
    return UNITS.format(bytesPerSecond);
  }
}

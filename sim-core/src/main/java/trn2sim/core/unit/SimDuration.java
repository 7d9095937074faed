package trn2sim.core.unit;

import static trn2sim.core.unit.UnitTable.Unit.decimal;

import java.util.List;

/** A length of simulated time in whole picoseconds, zero or more. */
public record SimDuration(long ps) implements Comparable<SimDuration> {
  private static final UnitTable UNITS =
      new UnitTable(
          "duration",
          "1.5 us",
          List.of(
              decimal("ps", 1),
              decimal("ns", 1_000),
              decimal("us", 1_000_000),
              decimal("ms", 1_000_000_000),
              decimal("s", Scaling.PS_PER_SECOND)));

  /** No time at all; declared after the table that its construction reads. */
  public static final SimDuration ZERO = new SimDuration(0);

  public SimDuration {
    UNITS.requireAtLeast(0, ps);
  }

  /** Reads a text like {@code 1.5 us}; throws {@link UnitException}. */
  public static SimDuration parse(String text) {
    return new SimDuration(UNITS.parse(text));
  }

  @Override
  public int compareTo(SimDuration other) {
    return Long.compare(ps, other.ps);
  }

  @Override
  public String toString() {
    return UNITS.format(ps);
  }
}

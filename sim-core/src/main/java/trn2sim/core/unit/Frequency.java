package trn2sim.core.unit;

import static trn2sim.core.unit.UnitTable.Unit.decimal;

import java.util.List;

/** A clock rate in whole hertz, above zero. */
public record Frequency(long hertz) implements Comparable<Frequency> {
  private static final double ERROR_PS = 1e-6;

  private static final UnitTable UNITS =
      new UnitTable(
          "frequency",
          "2.4 GHz",
          List.of(
              decimal("Hz", 1),
              decimal("kHz", 1_000),
              decimal("MHz", 1_000_000),
              decimal("GHz", 1_000_000_000)));

  public Frequency {
    UNITS.requireAtLeast(1, hertz);
  }

  /** Reads a text like {@code 2.4 GHz}; throws {@link UnitException}. */
  public static Frequency parse(String text) {
    return new Frequency(UNITS.parse(text));
  }

  /**
   * Picoseconds that the cycles take: {@code ceil(cycles * 10^12 / hertz)}, exact.
   *
   * <p>Convert whole instructions, not single cycles: 2.4 GHz has no whole-picosecond period.
   */
  public long psFor(long cycles) {
    Scaling.requireNonNegative(cycles, "cycles");
    return Scaling.ceil(cycles, Scaling.PS_PER_SECOND, hertz);
  }

  /**
   * Picoseconds that a mean number of cycles takes, rounded up. The arithmetic's own error, far
   * below a millionth of a picosecond, does not count as a part of one.
   */
  public long psForFraction(double cycles) {
    return (long) Math.ceil(cycles * (Scaling.PS_PER_SECOND / (double) hertz) - ERROR_PS);
  }

  /** Whole cycles that fit in the picoseconds: {@code floor(ps * hertz / 10^12)}, exact. */
  public long cyclesIn(long ps) {
    Scaling.requireNonNegative(ps, "picoseconds");
    return Scaling.floor(ps, hertz, Scaling.PS_PER_SECOND);
  }

  @Override
  public int compareTo(Frequency other) {
    return Long.compare(hertz, other.hertz);
  }

  @Override
  public String toString() {
    return UNITS.format(hertz);
  }
}

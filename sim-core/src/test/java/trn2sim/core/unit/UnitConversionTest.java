package trn2sim.core.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class UnitConversionTest {
  private static final BigInteger PS = BigInteger.TEN.pow(12);

  @Example
  void roundsUpOncePerOperation() {
    var clock = Frequency.parse("2.4 GHz");
    assertEquals(0, clock.psFor(0));
    assertEquals(417, clock.psFor(1));
    assertEquals(1_250, clock.psFor(3));
    assertEquals(2, clock.cyclesIn(1_249));
    assertEquals(3, clock.cyclesIn(1_250));
    assertEquals(345, Bandwidth.parse("2.9 TB/s").psFor(1_000));
  }

  @Example
  void staysExactWhereTheProductExceeds64Bits() {
    assertEquals(1_000_000_000_000_000L, Frequency.parse("1 GHz").psFor(1_000_000_000_000L));
    assertEquals(25_000_000_000_000_000L, Bandwidth.parse("2 GB/s").psFor(50_000_000_000_000L));
    assertThrows(ArithmeticException.class, () -> new Frequency(1).psFor(10_000_000));
    assertThrows(IllegalArgumentException.class, () -> new Frequency(1).psFor(-1));
    assertThrows(IllegalArgumentException.class, () -> new Frequency(1).cyclesIn(-1));
    assertThrows(IllegalArgumentException.class, () -> new Bandwidth(1).psFor(-1));
  }

  @Property
  void psForIsTheSmallestSufficientTime(
      @ForAll @LongRange(min = 1, max = 1L << 50) long count,
      @ForAll @LongRange(min = 1_000_000_000, max = 1L << 50) long rate) {
    BigInteger ps = BigInteger.valueOf(new Frequency(rate).psFor(count));
    BigInteger needed = BigInteger.valueOf(count).multiply(PS);
    BigInteger r = BigInteger.valueOf(rate);
    assertEquals(1, ps.multiply(r).compareTo(needed.subtract(BigInteger.ONE)));
    assertEquals(-1, ps.subtract(BigInteger.ONE).multiply(r).compareTo(needed));
    assertEquals(ps.longValueExact(), new Bandwidth(rate).psFor(count));
  }

  @Property
  void cyclesInInvertsPsFor(
      @ForAll @LongRange(min = 0, max = 1L << 40) long cycles,
      @ForAll @LongRange(min = 1_000_000, max = 1_000_000_000_000L) long hertz) {
    var clock = new Frequency(hertz);
    assertEquals(cycles, clock.cyclesIn(clock.psFor(cycles)));
  }
}

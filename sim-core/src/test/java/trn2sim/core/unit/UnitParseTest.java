package trn2sim.core.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitParseTest {
  private static final String DURATION_UNITS =
      "expected a duration like \"1.5 us\" (units: ps, ns, us, ms, s), found ";

  @Test
  void readsEverySuffix() {
    assertEquals(7, SimDuration.parse("7 ps").ps());
    assertEquals(1_500, SimDuration.parse("1.5ns").ps());
    assertEquals(2_000_000, SimDuration.parse(" 2  us ").ps());
    assertEquals(3_000_000_000L, SimDuration.parse("3 ms").ps());
    assertEquals(1_000_000_000_000L, SimDuration.parse("1 s").ps());
    assertEquals(960_000_000L, Frequency.parse("0.96 GHz").hertz());
    assertEquals(1_400_000_000L, Frequency.parse("1400 MHz").hertz());
    assertEquals(5_000, Frequency.parse("5 kHz").hertz());
    assertEquals(9, Frequency.parse("9 Hz").hertz());
    assertEquals(100_000_000_000L, Bandwidth.parse("1e2 GB/s").bytesPerSecond());
    assertEquals(1L << 30, Bandwidth.parse("1 GiB/s").bytesPerSecond());
    assertEquals(1L << 20, Bandwidth.parse("1 MiB/s").bytesPerSecond());
    assertEquals(1L << 10, Bandwidth.parse("1 KiB/s").bytesPerSecond());
    assertEquals(96_000_000_000L, ByteSize.parse("96 GB").bytes());
    assertEquals(24L << 20, ByteSize.parse("24 MiB").bytes());
    assertEquals(Long.MAX_VALUE, ByteSize.parse("9223372036854775807 B").bytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "us",
        "NaN us",
        "Infinity s",
        ".inf",
        "1,5 us",
        "1.5 US",
        "1.5 µs",
        "1 m",
        "0x10 ns",
        "+1 ns",
        "1e999 s",
        "1.5 us x",
        "1\u20282 us"
      })
  void refusesAnythingElseWithTheListOfUnits(String text) {
    assertEquals(
        DURATION_UNITS + Quote.of(text),
        assertThrows(UnitException.class, () -> SimDuration.parse(text)).getMessage());
  }

  @Test
  void saysWhatIsWrongWithANumber() {
    assertMessage("expected a duration like \"1.5 us\", found \"1.5\"", "1.5");
    assertMessage("expected a duration like \"1.5 us\" of zero or more, found \"-1 us\"", "-1 us");
    assertMessage("expected a whole number of ps, found \"0.5 ps\"", "0.5 ps");
    assertMessage(
        "expected a duration of at most 9223372.036854775807 s, found \"1e99 s\"", "1e99 s");
  }

  @Test
  void shortensAndEscapesHostileText() {
    assertMessage(DURATION_UNITS + "\"" + "9".repeat(60) + "...\"", "9".repeat(100_000));
    assertMessage(DURATION_UNITS + "\"1\\n2\\u0007\"", "1\n2\u0007");
  }

  @Test
  void bitsAreNotBytes() {
    assertEquals(
        "expected a bandwidth like \"2.9 TB/s\" (units: B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s,"
            + " GiB/s), found \"100 Gb/s\"",
        assertThrows(UnitException.class, () -> Bandwidth.parse("100 Gb/s")).getMessage());
  }

  @Test
  void zeroRatesAndNegativeAmountsCannotExist() {
    assertEquals(
        "expected a frequency of at least 1 Hz, found \"0 Hz\"",
        assertThrows(UnitException.class, () -> Frequency.parse("0 GHz")).getMessage());
    assertThrows(UnitException.class, () -> new Bandwidth(0));
    assertThrows(UnitException.class, () -> new SimDuration(-1));
    assertThrows(UnitException.class, () -> new ByteSize(-1));
  }

  private static void assertMessage(String expected, String text) {
    assertEquals(
        expected, assertThrows(UnitException.class, () -> SimDuration.parse(text)).getMessage());
  }
}

package trn2sim.hw.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;

class LeavesTest {
  private static final String HEADER =
      "name: d\ntitle: D\nkind: gpu\nsources: { man: \"Manual\" }\n";

  private static Leaves leaves(String value) {
    String leaf = "a: { x: { value: " + value + ", source: man, confidence: documented } }";
    YamlCursor top = YamlCursor.readString("d.yaml", HEADER + leaf);
    return new Leaves(DeviceFile.read("d.yaml", top));
  }

  @Test
  void readsEveryKindOfValue() {
    assertEquals(128, leaves("128").in("a").count("x", 200));
    assertEquals(0.85, leaves("0.85").in("a").share("x"));
    assertEquals(1_500_000, leaves("1.5 us").in("a").ps("x"));
    assertEquals(2_400_000_000L, leaves("2.4 GHz").in("a").clock("x").hertz());
    assertEquals(24L << 20, leaves("24 MiB").in("a").bytes("x", "1 B", "1 GiB"));
    assertEquals(
        2_900_000_000_000L, leaves("\"2.9 TB/s\"").in("a").bandwidth("x").bytesPerSecond());
  }

  @Test
  void remembersValuesInTheirUsualForm() {
    Leaves read = leaves("2400 MHz");
    read.in("a").clock("x");
    assertEquals("2.4 GHz", read.text("a.x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 Ghz | clock | a.x.value: found \"2 Ghz\", expected a frequency like \"2.4 GHz\" (units:"
            + " Hz, kHz, MHz, GHz)",
        "0 GHz | clock | a.x.value: found \"0 Hz\", expected a frequency of at least 1 Hz",
        "-5 GB/s | bandwidth | a.x.value: found \"-5 GB/s\", expected a bandwidth like \"2.9 TB/s\""
            + " of zero or more",
        "2 TB | bandwidth | a.x.value: found \"2 TB\", expected a bandwidth like \"2.9 TB/s\""
            + " (units: B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s)",
        "-5 | count | a.x: found \"-5\", expected a whole number from 1 to 9",
        "10 | count | a.x: found \"10\", expected a whole number from 1 to 9",
        "2.5 | count | a.x: found \"2.5\", expected a whole number from 1 to 9",
        ".nan | share | a.x.value: found \".nan\", expected a number",
        "-.inf | share | a.x.value: found \"-.inf\", expected a number",
        "1e999 | share | a.x.value: found \"1e999\", expected a number",
        "0 | share | a.x: found \"0\", expected a number from 0.001 to 1",
        "1 s | duration | a.x: found \"1 s\", expected a duration from 0 ps to 10 ms",
      })
  void refusesWhatIsNoValueOfTheKindOrOutOfRange(String value, String kind, String message) {
    Leaves section = leaves(value).in("a");
    Function<String, Object> read =
        switch (kind) {
          case "clock" -> section::clock;
          case "bandwidth" -> section::bandwidth;
          case "count" -> name -> section.count(name, 9);
          case "share" -> section::share;
          default -> section::ps;
        };
    var e = assertThrows(SpecException.class, () -> read.apply("x"));
    assertEquals("d.yaml:5 " + message, e.getMessage());
  }

  @Test
  void namesTheLeafNobodyRead() {
    var e = assertThrows(SpecException.class, () -> leaves("1").requireAllRead());
    assertEquals(
        "d.yaml:5 a.x: found a parameter that the model does not use, expected only parameters of a"
            + " gpu device",
        e.getMessage());
  }
}

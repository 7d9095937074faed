package trn2sim.hw.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import trn2sim.core.config.SpecException;

class DeviceFileTest {
  private static final String HEADER = "name: d\ntitle: D\nkind: k\nsources: { man: \"Manual\" }\n";

  @Test
  void everyLeafNeedsValueSourceAndConfidence() {
    assertFails(
        "d.yaml:5 clock.source: found nothing, expected a value for this key",
        "clock: { value: 1 GHz, confidence: documented }");
    assertFails(
        "d.yaml:5 clock.confidence: found nothing, expected a value for this key",
        "clock: { value: 1 GHz, source: man }");
    assertFails(
        "d.yaml:5 clock.value: found nothing, expected a value for this key",
        "clock: { source: man, confidence: documented }");
    assertFails(
        "d.yaml:5 clock.source: found \"mann\", expected an id declared under sources; did you mean"
            + " man?",
        "clock: { value: 1 GHz, source: mann, confidence: documented }");
    assertFails(
        "d.yaml:5 clock.confidence: found \"measure\", expected one of assumed, derived,"
            + " documented, measured; did you mean measured?",
        "clock: { value: 1 GHz, source: man, confidence: measure }");
    assertFails(
        "d.yaml:5 clock: found \"1 GHz\", expected { value: ..., source: ..., confidence: ... }",
        "clock: 1 GHz");
    assertFails(
        "d.yaml:5 clock.notes: found an unknown key, expected one of value, source, confidence,"
            + " note; did you mean note?",
        "clock: { value: 1 GHz, source: man, confidence: documented, notes: x }");
  }

  @Test
  void refusesValuesThatOnlyLookRight() {
    assertValue("2 Ghz", "a frequency like \"2.4 GHz\" (units: Hz, kHz, MHz, GHz)");
    assertValue(
        "3 parsec",
        "a number or a quantity (units: ps to s, Hz to GHz, B/s to TB/s, B to"
            + " GB, KiB to GiB)");
    assertValue("-5 GB/s", "a bandwidth like \"2.9 TB/s\" of zero or more");
    assertValue("0 GHz", "a frequency of at least 1 Hz");
    assertValue("-5", "a number of zero or more");
    assertValue(".nan", "a finite number");
    assertValue("NaN", "a finite number");
    assertValue(".inf", "a finite number");
    assertValue("-.inf", "a finite number");
    assertValue("1.2.3", "a number");
    assertValue("1e999", "a number");
  }

  @Test
  void quotesMakeText() {
    var device = DeviceParameters.readString("d.yaml", HEADER + leaf("\"2 rows\""));
    assertEquals("2 rows", device.text("x"));
  }

  @Test
  void refusesOddStructure() {
    assertFails("d.yaml:5 a: found an empty section, expected parameters", "a: {}");
    assertFails(
        "d.yaml:5 a.b: found this key, expected a name of letters, digits, \"_\" and \"-\"",
        "a.b: { value: 1, source: man, confidence: documented }");
    assertFails("d.yaml:5 x.value[1]: found the text \"a\", expected a number", leaf("[1, \"a\"]"));
    String message =
        assertThrows(
                SpecException.class,
                () -> DeviceParameters.readString("d.yaml", "nam: d\ntitle: D"))
            .getMessage();
    assertEquals(
        "d.yaml:1 nam: found an unknown key, expected one of name; did you mean name?", message);
  }

  private static String leaf(String value) {
    return "x: { value: " + value + ", source: man, confidence: documented }";
  }

  private static void assertValue(String value, String expected) {
    String found = value.equals("0 GHz") ? "0 Hz" : value;
    assertFails("d.yaml:5 x.value: found \"" + found + "\", expected " + expected, leaf(value));
  }

  private static void assertFails(String message, String body) {
    var error =
        assertThrows(
            SpecException.class, () -> DeviceParameters.readString("d.yaml", HEADER + body));
    assertEquals(message, error.getMessage());
  }
}

package trn2sim.hw.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;

class DeviceFileTest {
  private static final String HEADER =
      "name: d\ntitle: D\nkind: gpu\nsources: { man: \"Manual\" }\n";

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
            + " documented, extrapolated, measured; did you mean measured?",
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
  void refusesOddStructure() {
    assertFails("d.yaml:5 a: found an empty section, expected parameters", "a: {}");
    assertFails(
        "d.yaml:5 a.b: found this key, expected a name of letters, digits, \"_\" and \"-\"",
        "a.b: { value: 1, source: man, confidence: documented }");
    String message = assertThrows(SpecException.class, () -> read("nam: d\ntitle: D")).getMessage();
    assertEquals(
        "d.yaml:1 nam: found an unknown key, expected one of name; did you mean name?", message);
  }

  private static void assertFails(String message, String body) {
    var error = assertThrows(SpecException.class, () -> read(HEADER + body));
    assertEquals(message, error.getMessage());
  }

  private static DeviceSheet read(String text) {
    return DeviceFile.read("d.yaml", YamlCursor.readString("d.yaml", text));
  }
}

package trn2sim.hw.spec;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;

class DeviceParametersTest {
  private final DeviceParameters tiny = DeviceParameters.load("tiny");

  @Test
  void readsEveryKindOfValue() {
    assertEquals("tiny", tiny.name());
    assertEquals("Tiny test device", tiny.title());
    assertEquals("test", tiny.kind());
    assertEquals(2_400_000_000L, tiny.frequency("core.clock").hertz());
    assertEquals(128, tiny.integer("core.rows"));
    assertEquals(0.85, tiny.number("core.efficiency"));
    assertEquals(1_500_000, tiny.duration("core.fixed_cost").ps());
    assertEquals(24L << 20, tiny.bytes("memory.sbuf.capacity").bytes());
    assertEquals(List.of(1.0, 2.0, 4.5), tiny.numbers("memory.sbuf.banks"));
    assertEquals(2_900_000_000_000L, tiny.bandwidth("memory.hbm.bandwidth").bytesPerSecond());
    assertEquals("2d-torus", tiny.text("link.topology"));
    assertDoesNotThrow(tiny::requireAllRead);
  }

  @Test
  void everyParameterIsCited() {
    Parameter efficiency = tiny.parameter("core.efficiency");
    assertEquals(new Citation("bench", "Measured with the tiny benchmark"), efficiency.source());
    assertEquals(Confidence.MEASURED, efficiency.confidence());
    assertEquals("large tiles only", efficiency.note());
    assertEquals("devices/tiny.yaml:12", efficiency.where());
    assertEquals(Value.Kind.NUMBER, efficiency.kind());
    assertEquals(2, tiny.sources().size());
  }

  @Test
  void listsNamesAndSections() {
    assertEquals("core.clock", tiny.names().get(0));
    assertEquals(8, tiny.names().size());
    assertEquals(List.of("core", "memory", "link"), tiny.children(""));
    assertEquals(List.of("sbuf", "hbm"), tiny.children("memory"));
    assertEquals(List.of("capacity", "banks"), tiny.children("memory.sbuf"));
    assertFails(
        "devices/tiny.yaml mem: found no such section, expected parameters below it",
        () -> tiny.children("mem"));
    assertTrue(DeviceParameters.builtIn().contains("tiny"));
  }

  @Test
  void namesTheParameterNobodyRead() {
    tiny.names().stream().filter(name -> name.startsWith("core")).forEach(this::readAnyKind);
    tiny.parameter("memory.sbuf.capacity");
    assertFails(
        "devices/tiny.yaml:16 memory.sbuf.capacity: found a parameter that the model does not use,"
            + " expected only parameters of a test device",
        tiny::requireAllRead);
  }

  private void readAnyKind(String name) {
    switch (tiny.parameter(name).kind()) {
      case FREQUENCY -> tiny.frequency(name);
      case DURATION -> tiny.duration(name);
      default -> tiny.number(name);
    }
  }

  @Test
  void refusesTheWrongKindAndUnknownNames() {
    assertFails(
        "devices/tiny.yaml:10 core.clock: found \"2.4 GHz\", expected a bandwidth like"
            + " \"2.9 TB/s\"",
        () -> tiny.bandwidth("core.clock"));
    assertFails(
        "devices/tiny.yaml:12 core.efficiency: found \"0.85\", expected a whole number of at most"
            + " 2147483647",
        () -> tiny.integer("core.efficiency"));
    assertFails(
        "devices/tiny.yaml core.clok: found no such parameter, expected a parameter of device"
            + " tiny; did you mean core.clock?",
        () -> tiny.frequency("core.clok"));
  }

  @Test
  void overridesKeepTheKindAndSayWhatTheyReplaced() {
    var changed =
        tiny.withOverrides(Map.of("core.clock", "1.4 GHz", "memory.sbuf.banks", "[7, 8]"));
    assertEquals(1_400_000_000L, changed.frequency("core.clock").hertz());
    assertEquals(List.of(7.0, 8.0), changed.numbers("memory.sbuf.banks"));
    assertEquals(
        new Citation("override", "set to 1.4 GHz in place of 2.4 GHz (manual)"),
        changed.parameter("core.clock").source());
    assertEquals(2_400_000_000L, tiny.frequency("core.clock").hertz());
    assertFails(
        "override core.clock: found \"5 GB/s\", expected a frequency like \"2.4 GHz\" (units: Hz,"
            + " kHz, MHz, GHz)",
        () -> tiny.withOverrides(Map.of("core.clock", "5 GB/s")));
    assertFails(
        "override bandwidth: found no such parameter, expected a parameter of device tiny; did you"
            + " mean memory.hbm.bandwidth?",
        () -> tiny.withOverrides(Map.of("bandwidth", "5 GB/s")));
    assertFails(
        "override core.rows: found \"2.5\", expected a whole number of at most 2147483647",
        () -> tiny.withOverrides(Map.of("core.rows", "2.5")).integer("core.rows"));
  }

  @Test
  void overridesFromAFileNameItsLines() {
    var file =
        YamlCursor.readString("s.yaml", "overrides:\n  core.rows: 64\n  core: { clock: 5 }\n");
    assertFails(
        "s.yaml:3 overrides.core.clock: found \"5\", expected a frequency like \"2.4 GHz\"",
        () -> tiny.withOverrides(file.child("overrides")));
    file.set("overrides.core.clock", "1 GHz");
    var changed = tiny.withOverrides(file.child("overrides"));
    assertEquals(64, changed.integer("core.rows"));
    assertEquals("--set overrides.core.clock", changed.parameter("core.clock").where());
  }

  @Test
  void digestFollowsValuesOnly() {
    assertEquals(16, tiny.digest().length());
    assertEquals(tiny.digest(), DeviceParameters.load("tiny").digest());
    assertEquals(tiny.digest(), tiny.withOverrides(Map.of("core.clock", "2400 MHz")).digest());
    assertNotEquals(tiny.digest(), tiny.withOverrides(Map.of("core.clock", "2401 MHz")).digest());
  }

  @Test
  void unknownDevices() {
    String message =
        assertThrows(SpecException.class, () -> DeviceParameters.load("tinny")).getMessage();
    assertTrue(
        message.startsWith("device \"tinny\": found no such device, expected one of "), message);
    assertTrue(message.endsWith(", or a file; did you mean tiny?"), message);
    assertFails(
        "no/such.yaml: found no such file, expected a YAML file",
        () -> DeviceParameters.load("no/such.yaml"));
    assertThrows(SpecException.class, () -> DeviceParameters.load(""));
    assertThrows(SpecException.class, () -> DeviceParameters.load("a\0b"));
  }

  private static void assertFails(String message, Executable reading) {
    assertEquals(message, assertThrows(SpecException.class, reading).getMessage());
  }
}

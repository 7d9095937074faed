package trn2sim.hw.spec;

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
  private final DeviceParameters trn2 = DeviceParameters.load("trn2");

  @Test
  void everyParameterIsCited() {
    Parameter channel = trn2.parameter("cc.channel_bandwidth");
    assertEquals("104.4 GB/s", channel.value());
    assertEquals("cookbook", channel.source().id());
    assertTrue(channel.source().text().startsWith("github jimburtoft/cookbook docs"));
    assertEquals(Confidence.MEASURED, channel.confidence());
    assertEquals("slope of send/recv from 1 MB to 256 MB, two ranks on one die", channel.note());
    assertTrue(channel.where().matches("devices/trn2.yaml:\\d+"), channel.where());
    assertEquals(32, trn2.sources().size());
    assertEquals("chip.cores", trn2.names().get(0));
    assertFails(
        "devices/trn2.yaml hbm.bandwith: found no such parameter, expected a parameter of device"
            + " trn2; did you mean hbm.bandwidth?",
        () -> trn2.parameter("hbm.bandwith"));
  }

  @Test
  void aDeviceIsOfOneKind() {
    assertEquals("neuroncore", trn2.kind());
    assertEquals(8, trn2.neuron().chip().cores());
    assertThrows(IllegalStateException.class, trn2::gpu);
    assertEquals(132, DeviceParameters.load("h100x8").gpu().sm().count());
    assertEquals(24, DeviceParameters.load("ascend-910b1").ascend().cores().aic());
    assertEquals(List.of("h100x8", "h200-pcie"), DeviceParameters.builtIn("gpu"));
  }

  @Test
  void overridesKeepTheKindAndSayWhatTheyReplaced() {
    var changed = trn2.withOverrides(Map.of("tensor_engine.clock", "1.4 GHz"));
    assertEquals(1_400_000_000L, changed.neuron().tensor().clock().hertz());
    assertEquals(
        new Citation("override", "set to 1.4 GHz in place of 2.4 GHz (arch)"),
        changed.parameter("tensor_engine.clock").source());
    assertEquals(2_400_000_000L, trn2.neuron().tensor().clock().hertz());
    assertFails(
        "override tensor_engine.clock: found \"5 GB/s\", expected a frequency like \"2.4 GHz\""
            + " (units: Hz, kHz, MHz, GHz)",
        () -> trn2.withOverrides(Map.of("tensor_engine.clock", "5 GB/s")));
    assertFails(
        "override psum.bank: found no such parameter, expected a parameter of device trn2; did you"
            + " mean psum.banks?",
        () -> trn2.withOverrides(Map.of("psum.bank", "5")));
  }

  @Test
  void overridesFromAFileNameItsLines() {
    var file =
        YamlCursor.readString(
            "s.yaml", "overrides:\n  psum.banks: 4\n  tensor_engine: { clock: 5 }\n");
    assertFails(
        "s.yaml:3 overrides.tensor_engine.clock: found \"5\", expected a frequency like"
            + " \"2.4 GHz\"",
        () -> trn2.withOverrides(file.child("overrides")));
    file.set("overrides.tensor_engine.clock", "1 kHz");
    assertFails(
        "--set overrides.tensor_engine.clock: found \"1 kHz\", expected a frequency from 1 MHz to"
            + " 100000 GHz",
        () -> trn2.withOverrides(file.child("overrides")));
    file.set("overrides.tensor_engine.clock", "1 GHz");
    var changed = trn2.withOverrides(file.child("overrides"));
    assertEquals(4, changed.neuron().memory().psumBanks());
    assertEquals(
        "--set overrides.tensor_engine.clock", changed.parameter("tensor_engine.clock").where());
  }

  @Test
  void digestFollowsValuesOnly() {
    assertEquals(16, trn2.digest().length());
    assertEquals(trn2.digest(), DeviceParameters.load("trn2").digest());
    assertEquals(
        trn2.digest(), trn2.withOverrides(Map.of("hbm.stack_efficiency", "0.9250")).digest());
    assertNotEquals(
        trn2.digest(), trn2.withOverrides(Map.of("scalar_engine.clock", "1201 MHz")).digest());
  }

  @Test
  void unknownDevices() {
    String message =
        assertThrows(SpecException.class, () -> DeviceParameters.load("trn9")).getMessage();
    assertTrue(
        message.startsWith("device \"trn9\": found no such device, expected one of "), message);
    assertTrue(message.endsWith(", or a file; did you mean trn2?"), message);
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

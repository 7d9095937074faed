package trn2sim.traces.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.SpecException;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.functional.DataKind;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.traces.Runs;

class ScenarioLoaderTest {
  private static final String SHAPE = "kernel: matmul\nshape: { M: 256, K: 256, N: 512 }\n";

  @TempDir Path directory;

  @Test
  void fillsDefaults() {
    Scenario scenario = Runs.scenario(SHAPE);
    assertEquals("test", scenario.name());
    assertEquals("trn2", scenario.deviceName());
    assertEquals(DType.BF16, scenario.dtype());
    assertEquals(new Ranks(1, 1, 1), scenario.ranks());
    assertEquals("blocked_k", scenario.options().word("schedule"));
    assertEquals(
        new RunSettings(
            RunSettings.Mode.TIMING, 42, DataKind.NORMAL, RoundingMode.NEAREST, LaunchCost.NONE),
        scenario.run());
    assertEquals(List.of("M", "K", "N"), List.copyOf(scenario.shape().values().keySet()));
  }

  @Test
  void ranksThatCommunicateAreLogicalCores() {
    assertEquals(new Ranks(4, 1, 2), Runs.scenario(SHAPE + "ranks: { tp: 4 }").ranks());
    assertEquals(new Ranks(4, 1, 1), Runs.scenario(SHAPE + "ranks: { tp: 4, lnc: 1 }").ranks());
  }

  @Test
  void commandLineReplacesAndAdds() throws IOException {
    Path file = write("a b.yaml", SHAPE);
    Scenario scenario =
        load(
            file,
            "shape.K=512",
            "overrides.hbm.stack_bandwidth=100 GB/s",
            "run.seed=7",
            "run.rounding=stochastic");
    assertEquals("a b", scenario.name());
    assertEquals(512, scenario.shape().integer("K"));
    assertEquals(7, scenario.run().seed());
    assertEquals(RoundingMode.STOCHASTIC, scenario.run().rounding());
    assertEquals("{hbm.stack_bandwidth=100 GB/s}", scenario.overrides().toString());
    assertEquals(
        100_000_000_000L, scenario.device().neuron().memory().stackBandwidth().bytesPerSecond());
  }

  @Test
  void deviceFileIsFoundBesideTheScenario() throws IOException {
    try (InputStream trn2 = getClass().getClassLoader().getResourceAsStream("devices/trn2.yaml")) {
      String text = new String(trn2.readAllBytes(), StandardCharsets.UTF_8);
      write("own.yaml", text.replace("name: trn2", "name: own"));
    }
    Path file = write("s.yaml", SHAPE + "device: own.yaml\n");
    assertEquals("own", load(file).device().name());
  }

  @Test
  void placeOfASettingIsRemembered() {
    Origin origin = Runs.scenario(SHAPE).origin();
    SpecException shape = origin.locate(new KernelException("shape.M", 3, "4"));
    assertEquals("test.yaml:2 shape.M: found 3, expected 4", shape.getMessage());
    assertEquals("test.yaml:2", shape.place());
    assertEquals("shape.M", shape.key());
    assertEquals("3", shape.found());
    assertEquals("4", shape.expected());
    SpecException absent = origin.locate(new KernelException("ranks.tp", 3, "4"));
    assertEquals("test.yaml ranks.tp: found 3, expected 4", absent.getMessage());
  }

  @Test
  void argumentMayBeNothingAndOtherSettingsMayNot() throws IOException {
    write("k.py", "");
    String kernel = "kernel: { nki: k.py, function: f, args: { x: { shape: [8] }, bias: null } }\n";
    assertEquals("k.py:f", load(write("s.yaml", kernel)).kernel().name());
    Path empty = write("t.yaml", kernel + "ranks: { lnc: }\n");
    SpecException refused = assertThrows(SpecException.class, () -> load(empty));
    assertEquals("ranks.lnc", refused.key());
    assertEquals("nothing", refused.found());
  }

  @Test
  void nameOfAKernelFileMayBeMistyped() throws IOException {
    write("softmax.py", "");
    Path file = write("s.yaml", "kernel: { nki: sofmax.py, function: f, args: {} }\n");
    String message = assertThrows(SpecException.class, () -> load(file)).getMessage();
    assertTrue(message.endsWith("; did you mean softmax.py?"), message);
  }

  @Test
  void assignmentNeedsAnEqualsSign() {
    SpecException e = assertThrows(SpecException.class, () -> Assignment.parse("shape.K"));
    assertEquals("--set: found \"shape.K\", expected KEY=VALUE like shape.K=8192", e.getMessage());
    assertEquals(new Assignment("a.b", "c=d"), Assignment.parse("a.b = c=d"));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private static Scenario load(Path file, String... sets) {
    List<Assignment> assignments = List.of(sets).stream().map(Assignment::parse).toList();
    return new ScenarioLoader(Kernels.ALL).load(file, assignments);
  }
}

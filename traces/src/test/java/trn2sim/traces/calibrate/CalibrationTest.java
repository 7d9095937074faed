package trn2sim.traces.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.sim.EventListKind;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.Kernels;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.profile.Profiles;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** Simulated runs with changed parameters, written as profiles, give the parameters back. */
class CalibrationTest {
  private static final DeviceParameters DEVICE = DeviceParameters.load("trn2");
  private static final double PERCENT = 2;

  private static Profile profile(String text, Map<String, String> overrides) {
    YamlCursor top = YamlCursor.readString("test.yaml", text);
    overrides.forEach((name, value) -> top.set("overrides." + name, value));
    Scenario scenario =
        new ScenarioLoader(Kernels.ALL).read(top, "test.yaml", "test", Optional.empty());
    return Profiles.read(
        Profiles.text(new ScenarioRunner(EventListKind.SPLAY_TREE, 1).runOnce(scenario)));
  }

  private static String micro(String kernel, String shape, String options) {
    return "kernel: " + kernel + "\nshape: { " + shape + " }\noptions: { " + options + " }\n";
  }

  /** Several sizes of a few instructions. */
  private static List<Profile> profiles(Map<String, String> overrides) {
    List<String> scenarios = new ArrayList<>();
    for (int n : List.of(64, 2048)) {
      scenarios.add(micro("micro_vector", "N: " + n, "op: tensor_copy"));
      scenarios.add(micro("micro_vector", "N: " + n, "op: reciprocal"));
      scenarios.add(micro("micro_scalar", "N: " + n, "op: exp"));
    }
    for (int n : List.of(128, 512)) {
      scenarios.add(micro("micro_matmul", "N: " + n, "warmup: 60"));
      scenarios.add(micro("micro_matmul", "N: " + n, "warmup: 60") + "dtype: fp32\n");
    }
    for (int bytes : List.of(512, 4096, 16384)) {
      scenarios.add(micro("micro_dma", "bytes: " + bytes, "dge: static, direction: store"));
      String oneEngine = "partitions: 8, bytes: " + bytes;
      scenarios.add(micro("micro_dma", oneEngine, "dge: static, direction: store"));
      scenarios.add(micro("micro_dma", "bytes: " + bytes, "dge: static"));
      scenarios.add(micro("micro_dma", "bytes: " + bytes, "dge: swdge"));
    }
    return scenarios.stream().map(text -> profile(text, overrides)).toList();
  }

  private static Set<String> in(Calibration calibration, Finding.State state) {
    return calibration.findings().stream()
        .filter(finding -> finding.state() == state)
        .map(Finding::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static double number(String value) {
    return Double.parseDouble(value.replaceFirst(" .*", ""));
  }

  private static void assertGivesBack(Map<String, String> changed, Calibration calibration) {
    assertEquals(new TreeSet<>(changed.keySet()), new TreeSet<>(calibration.overrides().keySet()));
    changed.forEach(
        (name, value) -> {
          double truth = number(value);
          double fitted = number(calibration.overrides().get(name));
          assertTrue(Math.abs(fitted / truth - 1) < PERCENT / 100, name + " " + fitted);
        });
  }

  @Test
  void anUnchangedDeviceIsLeftAlone() {
    Calibration calibration = Calibration.of(profiles(Map.of()), DEVICE, List.of());
    assertEquals(Map.of(), calibration.overrides());
    assertEquals(Set.of(), in(calibration, Finding.State.JOINTLY_OFF));
    calibration.kinds().forEach(kind -> assertEquals(0, kind.errorPercent(), 0.05, kind::toString));
    assertEquals(0, calibration.accuracy().orElseThrow().before(), 0.05);
  }

  @Test
  void whatTheDataDetermineComesBack() {
    Map<String, String> changed =
        Map.of(
            "vector_engine.startup.tensor_copy", "180 ns",
            "scalar_engine.startup.activation", "270 ns",
            "tensor_engine.drain", "140 ns",
            "tensor_engine.clock", "2.2 GHz",
            "dma.engine_bandwidth", "25 GB/s",
            "dma.descriptor", "5 ns",
            "dma.static.read_latency", "250 ns",
            "dma.static.issue", "120 ns");
    Calibration calibration = Calibration.of(profiles(changed), DEVICE, List.of());
    assertGivesBack(changed, calibration);
    Calibration.Accuracy accuracy = calibration.accuracy().orElseThrow();
    assertTrue(accuracy.before() > 3, accuracy::toString);
    assertTrue(accuracy.after() < 0.1, accuracy::toString);
  }

  @Test
  void aClockAndItsCyclesShowTogetherUnlessOneIsKnown() {
    Map<String, String> changed = Map.of("vector_engine.cycles.reciprocal", "7");
    List<Profile> profiles = profiles(changed);
    Calibration open = Calibration.of(profiles, DEVICE, List.of());
    assertEquals(Map.of(), open.overrides());
    assertEquals(
        Set.of(
            "vector_engine.clock",
            "vector_engine.cycles.reciprocal",
            "vector_engine.cycles.tensor_copy"),
        in(open, Finding.State.JOINTLY_OFF));
    assertGivesBack(changed, Calibration.of(profiles, DEVICE, List.of("vector_engine.clock")));
  }
}

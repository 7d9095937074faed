package trn2sim.traces.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.json.Json;
import trn2sim.core.sim.EventListKind;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.KernelException;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * Every parameter of every device, changed: some result changes with it, or the value is refused in
 * words, or it belongs to a limit named here; and no run claims what cannot be.
 */
class PerturbationTest {
  /** A scenario and what it gives on the device as it is. */
  private record Base(Scenario scenario, String usual) {
    static Base of(String text) {
      YamlCursor top = YamlCursor.readString("test.yaml", text);
      Scenario read =
          new ScenarioLoader(Kernels.ALL).read(top, "test.yaml", "test", Optional.empty());
      return new Base(
          read, run(read).orElseThrow(() -> new IllegalStateException("refused:\n" + text)));
    }

    /** Whether the value changes the result or is refused. */
    boolean reactsTo(String name, String value) {
      try {
        DeviceParameters changed = scenario.device().withOverrides(Map.of(name, value));
        return !run(on(changed)).equals(Optional.of(usual));
      } catch (SpecException refused) {
        return true;
      }
    }

    private Scenario on(DeviceParameters device) {
      return new Scenario(
          scenario.name(),
          scenario.deviceName(),
          device,
          scenario.kernel(),
          scenario.shape(),
          scenario.dtype(),
          scenario.ranks(),
          scenario.options(),
          scenario.run(),
          scenario.overrides(),
          scenario.whatIf(),
          scenario.compiler(),
          scenario.origin());
    }
  }

  private static final ScenarioRunner RUNNER = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);

  /** Whose values are only of interest where Z links are. */
  private static final Map<String, String> Z_LINKS =
      Map.of("trn2", "link.z_bandwidth", "trn3", "link.racks_bandwidth");

  static List<String> devices() {
    return DeviceParameters.builtIn();
  }

  @ParameterizedTest
  @MethodSource("devices")
  void everyValueActsOrIsRefused(String name) {
    DeviceParameters device = DeviceParameters.load(name);
    List<Base> bases = SmallScenarios.of(name).stream().map(Base::of).toList();
    Map<String, String> complaints = new ConcurrentHashMap<>();
    Set<String> idle = ConcurrentHashMap.newKeySet();
    device.names().parallelStream()
        .filter(leaf -> !leaf.equals(Z_LINKS.get(name)))
        .forEach(leaf -> change(device, leaf, bases, complaints, idle));
    assertEquals(Map.of(), new TreeMap<>(complaints));
    assertEquals(NotBinding.on(name), new TreeSet<>(idle));
  }

  @ParameterizedTest
  @ValueSource(strings = {"trn2", "trn3"})
  void zLinksCountAcrossInstances(String name) {
    DeviceParameters device = DeviceParameters.load(name);
    List<Base> bases = SmallScenarios.acrossInstances(name).stream().map(Base::of).toList();
    Map<String, String> complaints = new TreeMap<>();
    Set<String> idle = new TreeSet<>();
    change(device, Z_LINKS.get(name), bases, complaints, idle);
    assertEquals(Map.of(), complaints);
    assertEquals(Set.of(), idle);
  }

  private static void change(
      DeviceParameters device,
      String leaf,
      List<Base> bases,
      Map<String, String> complaints,
      Set<String> idle) {
    for (Perturbation.Change change : Perturbation.of(device, device.parameter(leaf))) {
      try {
        if (!acts(leaf, change.value(), bases)) {
          idle.add(leaf + (change.up() ? " up" : " down"));
        }
      } catch (RuntimeException | AssertionError e) {
        complaints.put(leaf + "=" + change.value(), e.toString());
      }
    }
  }

  /** Whole kernels are always run, the others until one reacts, likely ones first. */
  private static boolean acts(String leaf, String value, List<Base> bases) {
    boolean acts = false;
    for (Base whole : bases.subList(0, Math.min(SmallScenarios.WHOLE, bases.size()))) {
      acts |= whole.reactsTo(leaf, value);
    }
    String part = leaf.split("[_.]", -1)[0];
    return acts
        || bases.stream()
            .skip(SmallScenarios.WHOLE)
            .sorted(Comparator.comparing(base -> !base.scenario.kernel().name().contains(part)))
            .anyMatch(base -> base.reactsTo(leaf, value));
  }

  /**
   * The result without what it says of the scenario itself and of peaks that may not be reached, or
   * nothing if it is refused.
   */
  private static Optional<String> run(Scenario scenario) {
    try {
      RunResult result = RUNNER.runOnce(scenario);
      assertEquals(List.of(), Plausible.objections(result), scenario.toString());
      String json = Json.compact(ResultJson.of(Findings.of(result)));
      String figures = json.substring(json.indexOf("\"time_us\""));
      return Optional.of(figures.replaceAll(",\\s*\"of_peak\":[^},]*", ""));
    } catch (KernelException refused) {
      return Optional.empty();
    } catch (RunFailure failure) {
      if (failure.getMessage().contains("over capacity")) {
        return Optional.empty();
      }
      throw failure;
    }
  }
}

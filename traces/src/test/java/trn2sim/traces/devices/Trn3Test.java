package trn2sim.traces.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** Trainium3 runs what Trainium2 runs, and each published difference shows in a run. */
class Trn3Test {
  private static final ScenarioRunner RUNNER = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);

  private static Scenario scenario(String text) {
    YamlCursor top = YamlCursor.readString("test.yaml", text);
    return new ScenarioLoader(Kernels.ALL).read(top, "test.yaml", "test", Optional.empty());
  }

  private static long time(String text) {
    return Findings.of(RUNNER.runOnce(scenario(text))).times().totalPs();
  }

  @Test
  void runsAllKernelsOfNeuronCores() {
    List<String> texts = new ArrayList<>(SmallScenarios.of("trn3"));
    SmallScenarios.otherKernels().forEach(text -> texts.add(SmallScenarios.on("trn3", text)));
    Set<String> ran = new TreeSet<>();
    for (String text : texts) {
      RunResult result = RUNNER.runOnce(scenario(text));
      assertEquals(List.of(), Plausible.objections(result), text);
      ran.add(scenario(text).kernel().name());
    }
    Set<String> all =
        Kernels.ALL.kernels().stream()
            .filter(ScriptKernel.class::isInstance)
            .map(Kernel::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(all, ran);
  }

  /** The figure of Trainium2 in its place makes the run longer. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vector_engine.clock: 0.96 GHz | micro_vector | N: 500 | op: tensor_tensor_add | tp: 1",
        "scalar_engine.cycles.tensor_copy_16bit: 1 | micro_scalar | N: 999 | op: tensor_copy |"
            + " tp: 1",
        "dma.engine_bandwidth: 27.2 GB/s | micro_dma | bytes: 8192 | dge: static | tp: 1",
        "hbm.stack_bandwidth: 716 GB/s | matmul | M: 512, K: 512, N: 2048"
            + " | dge: static, schedule: tiled | tp: 1, lnc: 2",
        "link.server_bandwidth: 128 GB/s | micro_allgather | bytes: 262144 | algorithm: mesh |"
            + " tp: 16",
        "link.rack_bandwidth: 128 GB/s | micro_allgather | bytes: 262144 | algorithm: mesh |"
            + " tp: 32",
        "link.racks_bandwidth: 64 GB/s | micro_allgather | bytes: 32768 | algorithm: mesh |"
            + " tp: 256",
        "sbuf.usable_partition_bytes: 212984 B | allgather_compute_matmul"
            + " | m: 1152, K: 4096, N: 4096 | force_hbm_cc: false | tp: 4",
      })
  void eachDifferenceMakesItFaster(
      String override, String kernel, String shape, String options, String ranks) {
    String text =
        String.format(
            Locale.ROOT,
            "device: trn3%nkernel: %s%nshape: { %s }%noptions: { %s }%nranks: { %s }%n",
            kernel,
            shape,
            options,
            ranks);
    long usual = time(text);
    long changed = time(text + "overrides: { " + override + " }\n");
    assertTrue(changed > usual, () -> usual + " and " + changed);
  }
}

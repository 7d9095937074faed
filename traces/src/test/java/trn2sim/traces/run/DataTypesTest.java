package trn2sim.traces.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Kernel;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.search.OtherPath;

/** A kernel runs with every type it declares, and any other is refused where it is written. */
class DataTypesTest {
  private static final String FGCC_RING =
      "kernel: fine_grained_allgather\nshape: { m: 64, K: 256 }\nranks: { tp: 4, lnc: 2 }\n"
          + "options: { dge: hwdge, force_hbm_cc: %s }\ndtype: fp8_e5m2\n";

  private static Scenario read(String text) {
    YamlCursor top = YamlCursor.readString("test.yaml", text);
    return new ScenarioLoader(Kernels.ALL).read(top, "test.yaml", "test", Optional.empty());
  }

  private static RunResult run(String text) {
    return ScenarioRunner.standard().run(read(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "allgather_compute_matmul; m: 256, K: 256, N: 512; tp: 4",
        "allgather_then_matmul;    m: 256, K: 256, N: 512; tp: 4",
        "allgather_matmul_ring;    m: 256, K: 256, N: 512; tp: 4",
        "allgather_sb2sb;          H: 128, W: 128;         tp: 4",
        "allgather_sb2sb_tiled;    M: 256, K: 128;         tp: 4",
        "matmul;                   M: 128, K: 256, N: 512; tp: 1",
        "micro_matmul;             N: 512;                 tp: 1",
        "micro_vector;             N: 512;                 tp: 1",
        "micro_scalar;             N: 512;                 tp: 1"
      })
  void declaredTypesRunAndOthersAreBadInput(String name, String shape, String ranks) {
    Kernel kernel = Kernels.ALL.find(name).orElseThrow();
    String text = "kernel: " + name + "\nshape: { " + shape + " }\nranks: { " + ranks + " }\n";
    for (DType type : DType.values()) {
      String typed = text + "dtype: " + type.label() + "\n";
      if (kernel.dtypes().contains(type)) {
        assertTrue(run(typed).instructions() > 0);
      } else {
        SpecException refused = assertThrows(SpecException.class, () -> read(typed));
        assertEquals("test.yaml:4", refused.place());
        assertEquals("dtype", refused.key());
      }
    }
  }

  @Test
  void typeThatOnePathCannotTakeIsBadInputThere() {
    SpecException refused =
        assertThrows(SpecException.class, () -> run(String.format(FGCC_RING, "false")));
    assertEquals("test.yaml:5", refused.place());
    assertEquals("dtype", refused.key());
    assertTrue(refused.expected().contains("options.force_hbm_cc: true"), refused.getMessage());
  }

  @Test
  void sideRunThatCannotBeMadeIsLeftOutWithItsReason() {
    OtherPath other = OtherPath.of(run(String.format(FGCC_RING, "true")).scenario()).orElseThrow();
    assertEquals("SBUF", other.rule());
    assertTrue(other.totalPs().isEmpty());
    assertTrue(other.refusal().startsWith("dtype: found fp8_e5m2"), other.refusal());
  }
}

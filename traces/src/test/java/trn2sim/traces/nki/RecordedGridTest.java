package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.hw.isa.Script;
import trn2sim.kernels.api.Launch;
import trn2sim.traces.run.RunResult;

/** Grids that a scenario gives: which programs each core of a rank runs. */
class RecordedGridTest {
  private static final String KERNEL =
      """
      import nki.isa as nisa
      import nki.language as nl

      def k(x):
          out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
          rows = nl.ds(nl.program_id(0) * 64, 64)
          tile = nl.ndarray((64, 8), dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=tile, src=x[rows])
          nisa.dma_copy(dst=out[rows], src=tile)
          return out

      def expected(x):
          return x
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  private RunResult run(String grid) throws IOException {
    return KernelFile.run(
        folder,
        "kernel:\n  nki: k.py\n  function: k\n  args: { x: { shape: [P, 8], dtype: fp32 } }\n"
            + "  reference: k.py:expected\n  grid: "
            + grid
            + "\nshape: { P: 256 }\nranks: { tp: 1, lnc: 2 }\nrun: { mode: functional }\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[nl.nc(2) * 2]; 0 64 / 128 192",
        "['2 * nl.nc(2)']; 0 128 / 64 192",
        "['nl.spmd_dim(2, nl.nc(2))']; 0 128 / 64 192",
      })
  void sizesInCoresSayWhichCoreRunsWhat(String grid, String rows) throws IOException {
    RunResult result = run(grid);
    assertTrue(result.passed(), () -> result.verdicts().toString());
    Launch launch = result.neuron().orElseThrow().launch();
    List<String> stored = launch.roles().stream().map(RecordedGridTest::stores).toList();
    assertEquals(rows, String.join(" / ", stored));
  }

  private static String stores(Script script) {
    List<String> rows =
        script.steps().stream()
            .flatMap(step -> step.instruction().writes().stream())
            .filter(write -> write.buffer().name().equals("out"))
            .map(write -> Integer.toString(write.row()))
            .toList();
    return String.join(" ", rows);
  }

  @Test
  void otherSizesAreRefusedWhereTheyStand() {
    for (String size : List.of("nl.nc(2) + 2", "cores", "2.5", "0", "nl.nc")) {
      String said =
          assertThrows(SpecException.class, () -> run("[" + size + "]"), size).getMessage();
      assertTrue(said.contains("s.yaml:6 kernel.grid[0]: found "), said);
      assertTrue(
          said.endsWith(
              "expected a size, one of tp, groups, lnc, P, or a size in cores, as nl.nc(2) * 4"),
          said);
    }
    assertTrue(
        assertThrows(SpecException.class, () -> run("4"))
            .getMessage()
            .contains("s.yaml:6 kernel.grid: "));
  }
}

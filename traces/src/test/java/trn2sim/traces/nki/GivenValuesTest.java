package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.traces.run.RunResult;

/**
 * Arguments whose values the scenario gives, as kernels of requests of unequal length need them.
 */
class GivenValuesTest {
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      def sums(rows, ends):
          '''The sum of the rows of each request: those from one end to the next.'''
          out = nl.ndarray((2, 16), dtype=nl.float32, buffer=nl.shared_hbm)
          for request in range(2):
              bounds = []
              for at in (request, request + 1):
                  end = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
                  nisa.dma_copy(dst=end, src=ends.ap(pattern=[[1, 1], [1, 1]], offset=at))
                  bounds.append(nisa.register_alloc())
                  nisa.register_load(bounds[-1], end)
              total = nl.ndarray((1, 16), dtype=nl.float32, buffer=nl.sbuf)
              nisa.memset(total, 0.0)
              def add(row):
                  one = nl.ndarray((1, 16), dtype=nl.float32, buffer=nl.sbuf)
                  nisa.dma_copy(dst=one, src=rows.ap([[16, 1], [1, 16]], scalar_offset=row))
                  nisa.tensor_tensor(dst=total, data1=total, data2=one, op=nl.add)
              nl.fori_loop(bounds[0], bounds[1], add)
              nisa.dma_copy(dst=out[request:request + 1, :], src=total)
          return out

      def expected(rows):
          return [[sum(v) for v in zip(*part)] for part in (rows[1:4], rows[4:6])]
      """;

  @TempDir Path folder;

  @BeforeEach
  void kernel() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  private RunResult run(String ends) throws IOException {
    return KernelFile.run(
        folder,
        "kernel:\n  nki: k.py\n  function: sums\n  args:\n    rows: { shape: [N, 16] }\n"
            + "    ends: { dtype: int32, "
            + ends
            + " }\n  trip_counts: { \"k.py:22\": [3, 2] }\n  reference: k.py:expected\n"
            + "shape: { N: 6 }\ndtype: fp32\nranks: { tp: 2, lnc: 1 }\nrun: { mode: functional }\n");
  }

  @ParameterizedTest
  @CsvSource({"'shape: [3], values: [1, 4, N]'", "'shape: [3, 1], values: [[1], [4], [6]]'"})
  void aTensorHoldsWhatTheScenarioSays(String ends) throws IOException {
    RunResult result = run(ends);
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void valuesAreNumbersAndAsManyAsTheTensorHas() {
    String word =
        assertThrows(SpecException.class, () -> run("shape: [3], values: [1, four, 6]"))
            .getMessage();
    assertTrue(word.contains("s.yaml:6") && word.contains("expected a number"), word);
    String few =
        assertThrows(RuntimeException.class, () -> run("shape: [3], values: [1, 4]")).getMessage();
    assertTrue(few.contains("2 values of 'ends', expected 3: a number"), few);
  }
}

package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;

/** Loops that the device runs, as often as the scenario says. */
class RecordedLoopsTest {
  /** Each of two programs adds as often as its row of a constant says. */
  private static final String BY_VALUES =
      """
      import numpy as np

      import nki
      import nki.isa as nisa
      import nki.language as nl

      def added(x, row, out):
          rounds = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
          table = nl.shared_constant(np.array([[7], [3]], dtype=np.int32))
          nisa.dma_copy(dst=rounds, src=table[row : row + 1, 0:1])
          last = nisa.register_alloc()
          nisa.register_load(dst=last, src=rounds)
          tile = nl.ndarray((64, 60), dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=tile, src=x.reshape((128, 60))[64 * row : 64 * row + 64])
          for _ in nl.dynamic_range(1, last, 2):
              nisa.tensor_scalar(dst=tile, data=tile, op0=nl.add, operand0=1.0)
          nisa.dma_copy(dst=out[64 * row : 64 * row + 64], src=tile)

      @nki.jit
      def programs(x):
          out = nl.ndarray((128, 60), dtype=x.dtype, buffer=nl.shared_hbm)
          added(x, nl.program_id(0), out)
          return out

      def expected_programs(x):
          rows = [[v for plane in image for line in plane for v in line] for image in x]
          return [[v + (3 if n < 64 else 1) for v in row] for n, row in enumerate(rows)]
      """;

  @TempDir Path folder;

  /** The first loop is not entered, the second goes round three times, the third once. */
  @Test
  void aLoopMayTakeOtherTurnsWhenItIsReachedAgain() throws IOException {
    String kernel =
        """
        import nki
        import nki.isa as nisa
        import nki.language as nl

        @nki.jit
        def counted(x):
            out = nl.ndarray((128, 60), dtype=x.dtype, buffer=nl.shared_hbm)
            tile = nl.ndarray((128, 60), dtype=x.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=tile, src=x.reshape((128, 60)))
            turns = nisa.register_alloc()
            for more in (1.0, 10.0, 100.0):
                def body(_):
                    nisa.tensor_scalar(dst=tile, data=tile, op0=nl.add, operand0=more)
                nl.fori_loop(0, turns, body)
            nisa.dma_copy(dst=out, src=tile)
            return out

        def expected_counted(x):
            return [[v + 130 for plane in image for line in plane for v in line] for image in x]
        """;
    RunResult result = run(kernel, "counted", "'k.py:14': [0, 3, 1]");
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void eachProgramMayTakeItsOwnTurns() throws IOException {
    RunResult result = run(BY_VALUES, "programs[2]", "'k.py:15': [[3], [1]]");
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void turnsThatTheRegistersContradictAreRefused() {
    RunFailure refused =
        assertThrows(
            RunFailure.class, () -> run(BY_VALUES, "programs[2]", "'k.py:15': [[3], [2]]"));
    String expected =
        "k.py:15: rounds of this loop: 1 by the values in its registers, 2 by kernel.trip_counts";
    assertTrue(refused.getMessage().contains(expected), refused::getMessage);
  }

  private RunResult run(String kernel, String function, String counts) throws IOException {
    KernelFile.write(folder, kernel);
    return KernelFile.run(
        folder,
        """
        kernel:
          nki: k.py
          function: CALLED
          args: { x: { shape: [128, 3, 4, 5] } }
          reference: k.py:expected_NAME
          trip_counts: { COUNTS }
        shape: {}
        dtype: fp32
        ranks: { tp: 1, lnc: 1 }
        run: { mode: functional }
        """
            .replace("CALLED", function)
            .replace("NAME", function.replace("[2]", ""))
            .replace("COUNTS", counts));
  }
}

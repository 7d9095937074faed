package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.traces.run.RunResult;

/** Loops that the device runs, as often as the scenario says. */
class RecordedLoopsTest {
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
    KernelFile.write(folder, kernel);
    RunResult result =
        KernelFile.run(
            folder,
            """
        kernel:
          nki: k.py
          function: counted
          args: { x: { shape: [128, 3, 4, 5] } }
          reference: k.py:expected_counted
          trip_counts: { 'k.py:14': [0, 3, 1] }
        shape: {}
        dtype: fp32
        ranks: { tp: 1, lnc: 1 }
        run: { mode: functional }
        """);
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }
}

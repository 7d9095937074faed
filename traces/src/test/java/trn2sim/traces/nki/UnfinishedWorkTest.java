package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** A kernel that multiplies less than it says is not held against one that does all of it. */
class UnfinishedWorkTest {
  private static final String GATHER =
      """
      import nki
      import nki.collectives as ncc
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      def gather(lhs, rhs, columns):
          own = nl.ndarray(lhs.shape, dtype=lhs.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=own, src=lhs)
          both = nl.ndarray((256, 128), dtype=lhs.dtype, buffer=nl.shared_hbm)
          ncc.all_gather(srcs=[own], dsts=[both], replica_group=ncc.ReplicaGroup([[0, 1]]),
                         collective_dim=0)
          out = nl.ndarray((256, 512), dtype=lhs.dtype, buffer=nl.shared_hbm)
          weights = nl.ndarray((128, 512), dtype=rhs.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=weights, src=rhs)
          for half in range(2):
              tile = nl.ndarray((128, 128), dtype=lhs.dtype, buffer=nl.sbuf)
              nisa.dma_copy(dst=tile, src=both[nl.ds(128 * half, 128), :])
              sums = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
              nisa.nc_matmul(dst=sums[:, 0:columns], stationary=tile, moving=weights[:, 0:columns])
              result = nl.ndarray((128, 512), dtype=lhs.dtype, buffer=nl.sbuf)
              nisa.tensor_copy(dst=result[:, 0:columns], src=sums[:, 0:columns])
              nisa.dma_copy(dst=out[nl.ds(128 * half, 128), 0:columns], src=result[:, 0:columns])
          return out
      """;

  @TempDir private Path folder;

  private RunResult run(int columns) throws IOException {
    KernelFile.write(folder, GATHER);
    return KernelFile.run(
        folder,
        """
        kernel:
          nki: k.py
          function: gather
          args:
            lhs: { shape: [128, 128], dtype: bf16 }
            rhs: { shape: [128, 512], dtype: bf16 }
            columns: %d
          check: gather_matmul(lhs, rhs)
        ranks: { tp: 2, lnc: 1 }
        run: { mode: timing }
        """
            .formatted(columns));
  }

  @Test
  void allOfTheWorkIsComparedAndHasNoNote() throws IOException {
    RunResult run = run(512);
    assertTrue(run.neuron().orElseThrow().baseline().isPresent());
    Findings findings = Findings.of(run);
    assertEquals(List.of(), findings.story().doubts());
    assertEquals(Optional.empty(), ResultJson.of(findings).find("doubt"));
  }

  @Test
  void aPartOfItIsNotComparedAndSaidFirst() throws IOException {
    RunResult run = run(384);
    assertFalse(run.neuron().orElseThrow().baseline().isPresent());
    Findings findings = Findings.of(run);
    String note =
        "W1 the kernel does 75.0 % of the multiplications that its check needs: it leaves part of"
            + " the result out, and the time is that of the rest";
    assertTrue(findings.remarks().contains(note), findings.remarks().toString());
    assertTrue(findings.story().sentences().subList(1, 3).contains(note + "."));
    JsonObject json = ResultJson.of(findings);
    assertTrue(Json.pretty(json).contains("\"notes\""));
    assertTrue(json.find("doubt").orElseThrow().toString().contains(note + "."), json::toString);
  }
}

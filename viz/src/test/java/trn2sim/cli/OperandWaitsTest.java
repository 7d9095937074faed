package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What TensorE is said to wait for in a kernel with a collective. */
class OperandWaitsTest extends TypedCommands {
  /** The collective comes after everything that is multiplied. */
  private static final String KERNEL =
      """
      import nki
      import nki.collectives as ncc
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      def summed(a, b, group):
          (K, M), (_, N) = a.shape, b.shape
          part = nl.ndarray((M, N), dtype=a.dtype, buffer=nl.hbm)
          out = nl.ndarray((M, N), dtype=a.dtype, buffer=nl.shared_hbm)
          sums = nl.ndarray((M, N), dtype=nl.float32, buffer=nl.psum)
          for k in range(0, K, 128):
              left, scaled = (nl.ndarray((128, M), dtype=a.dtype, buffer=nl.sbuf) for _ in range(2))
              right = nl.ndarray((128, N), dtype=b.dtype, buffer=nl.sbuf)
              nisa.dma_copy(dst=left, src=a[k : k + 128])
              nisa.dma_copy(dst=right, src=b[k : k + 128])
              for i in range(8):
                  nisa.activation(dst=scaled, op=nl.silu, data=left)
              nisa.nc_matmul(dst=sums, stationary=scaled, moving=right)
          result = nl.ndarray((M, N), dtype=a.dtype, buffer=nl.sbuf)
          nisa.tensor_copy(dst=result, src=sums)
          nisa.dma_copy(dst=part, src=result)
          ncc.all_reduce(srcs=[part], dsts=[out], replica_group=group, op=nl.add)
          return out
      """;

  @TempDir Path directory;

  @BeforeEach
  void python() throws InterruptedException {
    PythonHere.orSkip();
  }

  @Test
  void whatAnotherEngineComputesIsNoFragment() throws IOException {
    Files.writeString(directory.resolve("k.py"), KERNEL, StandardCharsets.UTF_8);
    Path scenario =
        Files.writeString(
            directory.resolve("k.yaml"),
            "kernel:\n  nki: k.py\n  function: summed\n  args: { a: { shape: [1024, 128] },"
                + " b: { shape: [1024, 512] }, group: { replica_group: tp } }\n"
                + "shape: {}\nranks: { tp: 2, lnc: 1 }\n");
    assertEquals(0, run("run", scenario, "--json"), err());
    assertTrue(out().contains("\"operand not ready\""), out());
    assertFalse(out().contains("fragment") || out().contains("ring start-up"), out());
  }
}

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

/** What is said of time lost where the two cores of a rank do unequal work. */
class UnevenCoresTest extends TypedCommands {
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      def product(a, b):
          (K, M), (_, N) = a.shape, b.shape
          out = nl.ndarray((M, N), dtype=a.dtype, buffer=nl.shared_hbm)
          if nl.program_id(0) == CORE:
              left = nl.ndarray((K, M), dtype=a.dtype, buffer=nl.sbuf)
              right = nl.ndarray((K, N), dtype=b.dtype, buffer=nl.sbuf)
              sums = nl.ndarray((M, N), dtype=nl.float32, buffer=nl.psum)
              result = nl.ndarray((M, N), dtype=a.dtype, buffer=nl.sbuf)
              nisa.dma_copy(dst=left, src=a)
              nisa.dma_copy(dst=right, src=b)
              for i in range(200):
                  nisa.nc_matmul(dst=sums, stationary=left, moving=right)
              nisa.tensor_copy(dst=result, src=sums)
              nisa.dma_copy(dst=out, src=result)
          return out
      """;

  @TempDir Path directory;

  @BeforeEach
  void python() throws InterruptedException {
    PythonHere.orSkip();
  }

  private String summary(int core, int k) throws IOException {
    String kernel = KERNEL.replace("CORE", Integer.toString(core));
    Files.writeString(directory.resolve("k.py"), kernel, StandardCharsets.UTF_8);
    Path scenario =
        Files.writeString(
            directory.resolve("k.yaml"),
            "kernel:\n  nki: k.py\n  function: product\n"
                + "  args: { a: { shape: [K, 128] }, b: { shape: [K, 512] } }\n"
                + "shape: { K: %d }\nranks: { lnc: 2 }\n".formatted(k));
    assertEquals(0, run("run", scenario, "--out", directory.resolve("out")), err());
    return out().replaceAll("\\s+", " ");
  }

  @Test
  void aFullArrayHasNoEmptyCellsBecauseTheOtherCoreRests() throws IOException {
    String summary = summary(0, 128);
    assertTrue(summary.contains("Biggest loss: first loads"), summary);
    assertFalse(summary.contains("array cells not in use"), summary);
  }

  /** The first core multiplies nothing; the tiles are those of the one that does. */
  @Test
  void tilesAreThoseOfTheCoreThatMultiplies() throws IOException {
    String summary = summary(1, 112);
    assertTrue(summary.contains("tiles have 112 of 128 rows and 128 of 128 columns"), summary);
  }
}

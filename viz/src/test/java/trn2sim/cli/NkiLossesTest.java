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
import trn2sim.core.json.JsonObject;
import trn2sim.core.json.JsonReader;

/** What a summary says of time lost in kernels, in words that name what is behind it. */
class NkiLossesTest extends TypedCommands {
  private static final String HEAD =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      """;

  @TempDir Path directory;

  @BeforeEach
  void python() throws InterruptedException {
    PythonHere.orSkip();
  }

  private Path scenario(String kernel, String shape, String ranks) throws IOException {
    Files.writeString(directory.resolve("k.py"), HEAD + kernel, StandardCharsets.UTF_8);
    String yaml =
        "kernel:\n  nki: k.py\n  function: k\n  args: { a: { shape: %s } }\n  check: relu(a)\n"
            + "dtype: bf16\nranks: %s\n";
    return Files.writeString(directory.resolve("k.yaml"), yaml.formatted(shape, ranks));
  }

  private String summary(Path scenario) {
    assertEquals(
        0, run("run", scenario, "--mode", "timing", "--out", directory.resolve("out")), err());
    return out().replaceAll("\\s+", " ");
  }

  private String file(String name) throws IOException {
    return Files.readString(directory.resolve("out").resolve(name), StandardCharsets.UTF_8);
  }

  @Test
  void aLoadOfATableIsNoWaitForAResult() throws IOException {
    String kernel =
        """
        def k(a):
            out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
            x = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=x, src=a)
            y = nl.ndarray(a.shape, dtype=nl.float32, buffer=nl.sbuf)
            nisa.activation(dst=y, op=nl.copy, data=x)
            nisa.activation(dst=x, op=nl.exp, data=y)
            nisa.dma_copy(dst=out, src=x)
            return out
        """;
    String summary = summary(scenario(kernel, "[128, 128]", "{ lnc: 1 }"));
    assertTrue(summary.matches(".*Scalar 1 \\d+ [0-9.]+ %[^;]* pipeline [0-9.]+ %.*"), summary);
    assertTrue(summary.matches(".*Scalar loads the table of exp [0-9.]+ %.*"), summary);
    assertFalse(summary.contains("itself"), summary);
    assertTrue(file("trace.json").contains("its own pipeline, which loads the table of exp"));
  }

  /** Tiles of a bank each, of which all are live before the first is copied. */
  private static String banks(int count) {
    return """
        def k(a):
            out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
            x = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=x, src=a)
            sums = [nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum) for _ in range(%d)]
            for s in sums:
                nisa.nc_matmul(dst=s, stationary=x[:, 0:128], moving=x)
            for s in sums:
                nisa.tensor_copy(dst=x, src=s)
            nisa.dma_copy(dst=out, src=x)
            return out
        """
        .formatted(count);
  }

  @Test
  void explainCountsBanksOfPsum() throws IOException {
    assertEquals(0, run("explain", scenario(banks(3), "[128, 512]", "{ lnc: 1 }")), err());
    assertTrue(
        out().contains("  PSUM      peak 3 of 8 banks, if instructions run one after another\n"),
        out());
    assertEquals(0, run("explain", scenario(banks(9), "[128, 512]", "{ lnc: 1 }")), err());
    assertTrue(out().contains("peak 9 of 8 banks") && out().contains(": DOES NOT FIT\n"), out());
  }

  @Test
  void aRunCountsBanksOfPsum() throws IOException {
    String summary = summary(scenario(banks(3), "[128, 512]", "{ lnc: 1 }"));
    assertTrue(summary.contains(" MiB of SBUF and 3 of 8 banks of PSUM in use at once"), summary);
    JsonObject result = JsonReader.object("result", file("result.json"));
    assertEquals(3, ((Number) result.find("on_chip.psum_peak_banks").orElseThrow()).intValue());
    assertEquals(
        128 * 512 * 2, ((Number) result.find("on_chip.sbuf_peak_bytes").orElseThrow()).intValue());
  }
}

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
}

package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scenario for somebody's kernel file, and that it runs. */
class NewCommandTest extends TypedCommands {
  private static final String KERNEL =
      """
      import nki
      import nki.language as nl
      import nki.isa as nisa

      @nki.jit
      def twice(x):
          rows, columns = x.shape
          out = nl.ndarray((rows, columns), dtype=x.dtype, buffer=nl.shared_hbm)
          for r in nl.affine_range(rows // 128):
              tile = nl.ndarray((128, columns), dtype=x.dtype, buffer=nl.sbuf)
              nisa.dma_copy(dst=tile, src=x[r * 128 : r * 128 + 128, :])
              nisa.tensor_scalar(tile, tile, nl.multiply, 2.0)
              nisa.dma_copy(dst=out[r * 128 : r * 128 + 128, :], src=tile)
          return out
      """;

  @TempDir Path directory;
  private Path kernel;

  @BeforeEach
  void writeKernel() throws IOException, InterruptedException {
    PythonHere.orSkip();
    kernel = Files.writeString(directory.resolve("my kernel.py"), KERNEL);
  }

  @Test
  void aScenarioBesideTheKernelRuns() throws IOException {
    Path scenario = directory.resolve("twice.yaml");
    assertEquals(0, run("new", kernel), err());
    assertEquals(
        scenario + ": twice, 12 instructions\nNext: trn2sim run " + scenario + "\n", out());
    assertTrue(Files.readString(scenario).contains("nki: \"my kernel.py\""));
    assertEquals(0, run("run", scenario, "--json", "--set", "shape.rows=256"), err());
    assertTrue(out().contains("\"rows\": 256"), out());
  }

  @Test
  void aCheckIsAddedIfTheValuesAreThoseOfOne() throws IOException {
    Files.writeString(kernel, KERNEL.replace("nl.multiply, 2.0", "nl.maximum, 0.0"));
    assertEquals(0, run("new", kernel), err());
    assertTrue(out().contains(": twice, 12 instructions; computes relu(x)\n"), out());
    Path scenario = directory.resolve("twice.yaml");
    assertTrue(Files.readString(scenario).contains("\n  check: relu(x)\n"));
    assertEquals(0, run("validate", scenario), err());
    assertTrue(out().contains("PASS"), out());
  }

  @Test
  void aKernelThatIsRecordedButDoesNotRunIsRefused() throws IOException {
    String summed =
        """
        import neuronxcc.nki as nki
        import neuronxcc.nki.language as nl

        @nki.jit
        def summed(x):
            out = nl.ndarray((128, 128), dtype=nl.float32, buffer=nl.shared_hbm)
            tile = nl.load(x[0:128, 0:128])
            total = nl.zeros((128, 128), nl.int32, buffer=nl.psum)
            total += nl.matmul(tile, tile, transpose_x=True)
            nl.store(out, nl.copy(total))
            return out
        """;
    Files.writeString(kernel, summed);
    assertEquals(1, run("new", kernel), err());
    String why = "my kernel.py:9: E5 nc_matmul: dst must be fp32";
    assertTrue(out().contains("refused with the arguments tried: " + why), out());
    String written = Files.readString(directory.resolve("summed.yaml"));
    assertTrue(written.startsWith("# Sizes to be set; with these the kernel is refused: " + why));
  }

  @Test
  void aCopyOfWhatIsNeverNegativeIsNoRelu() throws IOException {
    Files.writeString(kernel, KERNEL.replace("nl.multiply, 2.0", "nl.add, 0"));
    Files.writeString(
        kernel,
        "\nimport numpy as np\ntwice(np.zeros((256, 64), np.uint8))\n",
        StandardOpenOption.APPEND);
    assertEquals(0, run("new", kernel), err());
    assertTrue(out().contains(": twice, 6 instructions\n"), out());
  }

  @Test
  void aRowThatBecomesAColumnIsNoTranspose() throws IOException {
    Files.writeString(
        kernel,
        """

        import numpy as np

        @nki.jit
        def turned(row):
            out = nl.ndarray((row.shape[1], 1), dtype=row.dtype, buffer=nl.shared_hbm)
            nisa.dma_copy(dst=out, src=row.reshape((row.shape[1], 1)))
            return out


        turned(np.zeros((1, 64), np.float32))
        """,
        StandardOpenOption.APPEND);
    assertEquals(0, run("new", kernel, "turned"), err());
    assertTrue(out().contains(": turned, 1 instruction\n"), out());
  }

  @Test
  void elsewhereTheScenarioNamesTheWayToTheKernel() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("scenarios"));
    Path scenario = folder.resolve("mine.yaml");
    assertEquals(0, run("new", kernel, "twice", "-o", scenario, "--json"), err());
    assertTrue(out().contains("\"instructions\": 12"), out());
    assertTrue(Files.readString(scenario).contains("nki: \"../my kernel.py\""));
    assertEquals(0, run("run", scenario, "--json"), err());
  }

  @Test
  void theDocumentShowsWhatIsWritten() throws IOException {
    Path nki = Path.of("..", "scenarios", "nki");
    Path example = Files.copy(nki.resolve("matmul.py"), directory.resolve("matmul.py"));
    assertEquals(0, run("new", example, "matmul_tiled"), err());
    String written = Files.readString(directory.resolve("matmul_tiled.yaml"));
    String page = Files.readString(Path.of("..", "docs", "nki.md"));
    assertTrue(page.contains(written.indent(3)), written);
  }

  @Test
  void aMethodHasAPlainFileName() throws IOException {
    String method = KERNEL.substring(KERNEL.indexOf("@nki")).replace("(x)", "(self, x)").indent(4);
    String head = KERNEL.substring(0, KERNEL.indexOf("@nki"));
    Files.writeString(kernel, head + "class Ops:\n" + method);
    assertEquals(0, run("new", kernel), err());
    Path scenario = directory.resolve("Ops.twice.yaml");
    assertTrue(Files.readString(scenario).contains("function: Ops().twice\n"));
    assertEquals(0, run("run", scenario, "--json"), err());
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    Path scenario = Files.writeString(directory.resolve("twice.yaml"), "mine");
    assertEquals(2, run("new", kernel));
    assertTrue(
        err().contains("twice.yaml: found a file that is already there, expected a free name"),
        err());
    assertEquals(2, run("new", kernel, "-o", scenario));
    assertEquals("mine", Files.readString(scenario));
  }

  @Test
  void resultsThatStayUnwrittenAreSaid() throws IOException {
    Files.writeString(kernel, KERNEL.replace("rows // 128", "rows // 8192"));
    assertEquals(0, run("new", kernel), err());
    Path scenario = directory.resolve("twice.yaml");
    assertTrue(out().contains("it does not write all of its results\n"), out());
    assertTrue(out().contains("Next: set shape in " + scenario + ", then trn2sim run"), out());
  }

  @Test
  void argumentsThatAreNotTakenAreSaid() throws IOException {
    Files.writeString(kernel, KERNEL + "\n@nki.jit\ndef never(x):\n    raise ValueError('no')\n");
    assertEquals(1, run("new", kernel, "never"));
    assertTrue(out().contains("never, refused with the arguments tried: "), out());
    assertTrue(Files.readString(directory.resolve("never.yaml")).contains("Sizes to be set"));
  }

  @Test
  void whatIsNoKernelFileIsRefused() {
    assertEquals(2, run("new", directory.resolve("none.py")));
    assertTrue(err().contains("none.py: found no file, expected a Python file with an"), err());
    assertEquals(2, run("new", kernel, "twcie"));
    assertTrue(err().contains("has no function 'twcie'; nearest: twice"), err());
  }
}

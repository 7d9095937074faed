package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.core.config.YamlCursor;

/** A kernel file that cannot be recorded or run ends in one line and leaves nothing behind. */
class NkiErrorsTest extends TypedCommands {
  private static final String HEAD =
      "import nki\nimport nki.language as nl\nimport nki.isa as nisa\n\ndef k(x):\n"
          + "    t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)\n"
          + "    nisa.dma_copy(dst=t, src=x)\n";

  @TempDir Path directory;

  @BeforeEach
  void needsPython() throws InterruptedException {
    PythonHere.orSkip();
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of("nisa.tensor_cpy(t, t)", "k.py:8: E2 nki.isa.tensor_cpy"),
        Arguments.of("nisa.tensor_copy(t, t[:, 0:32])", "k.py:8: E5 tensor_copy: dst"),
        Arguments.of("nisa.tensor_copy(t[:, 0:65], t)", "k.py:8: E4 slice 0:65"),
        Arguments.of("nisa.tensor_copy(t[:, 0 : 64 / 2], t)", "k.py:8: E9 a slice has whole"),
        Arguments.of("t = 1 if t else 2", "k.py:8: E6 "),
        Arguments.of("while True: pass", "E12 the recording has no end after 2"),
        Arguments.of("import os\n    while True: os.fork()", "E11 "),
        Arguments.of("bytearray(10 << 30)", "E12 out of memory"),
        Arguments.of("assert x.shape[0] == 3, 'three rows'", "k.py:8: E11 "),
        Arguments.of("nisa.quantize_mx(t, t, t)", "k.py:8: E10 "),
        Arguments.of(
            "nisa.tensor_scalar_cumulative(t, t, nl.add, nl.add, 0.0,"
                + " reduce_cmd=nisa.reduce_cmd.reduce)",
            "k.py:8: E10 tensor_scalar_cumulative goes on with registers that nothing has set"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void oneLineAndNothingLeft(String body, String expected) throws IOException {
    Path scenario = write(body);
    assertEquals(
        2, run("run", scenario, "--record-timeout", "2", "--out", directory.resolve("out")));
    assertTrue(err().contains(expected), err());
    assertEquals(1, err().lines().count(), err());
    assertEquals("", out());
    assertEquals(List.of("k.py", "k.yaml"), files(directory));
  }

  @Test
  void theOthersRunAllTheSame() throws IOException {
    Path refused = write("nisa.tensor_cpy(t, t)");
    Path other =
        Files.writeString(
            directory.resolve("other.yaml"),
            "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\noptions: { schedule: tiled }\n");
    assertEquals(2, run("validate", refused, other));
    assertTrue(err().contains("k.py:8: E2 nki.isa.tensor_cpy"), err());
    assertTrue(out().startsWith("other rank 0 PASS"), out());
    assertEquals(2, run("run", refused, other, "--json"));
    List<YamlCursor> documents =
        YamlCursor.readString("stdout", "{ all: " + out() + "}").child("all").list();
    assertTrue(documents.get(0).child("error").string().contains("k.py:8: E2"), out());
    assertTrue(documents.get(1).has("time_us"), out());
    Files.writeString(directory.resolve("checks.py"), "def expected(x):\n    return [1.0]\n");
    Path sizes = write("nisa.dma_copy(dst=x, src=t)", ", reference: \"checks.py:expected\"");
    assertEquals(2, run("validate", sizes, other));
    assertTrue(err().contains("kernel.reference: found 1 number"), err());
    assertTrue(out().startsWith("other rank 0 PASS"), out());
  }

  /** What only the assembled program shows is told with its line too. */
  @Test
  void sumsAcrossBanksAreNamedWithTheirLine() throws IOException {
    Path scenario =
        write(
            "p = nl.ndarray((64, 1024), dtype=nl.float32, buffer=nl.psum)\n"
                + "    w = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.sbuf)\n"
                + "    nisa.nc_matmul(dst=p[:, 256:768], stationary=t, moving=w)");
    assertEquals(1, run("run", scenario, "--out", directory.resolve("out")));
    assertTrue(err().contains("k.py:10: [nc_matmul p#1[0:64, 256:768] <-"), err());
    assertTrue(err().contains("across PSUM banks of 512 elements"), err());
  }

  static Stream<Arguments> slips() {
    return Stream.of(
        Arguments.of(
            "dtyp: fp32",
            "dtyp: found an unknown key, expected one of shape, dtype, range, values; did"),
        Arguments.of("range: [0, x]", "range: found a list, expected [low, high], numbers or"),
        Arguments.of("shape: [128, 2.5]", "shape[1]: found \"2.5\", expected a size, or one of tp"),
        Arguments.of("shape: [128, 0]", "shape[1]: found \"0\", expected a size, or one of tp"),
        Arguments.of("shape: 128", "shape: found \"128\", expected a list"));
  }

  @ParameterizedTest
  @MethodSource("slips")
  void argumentsHaveNoOtherKeysAndSizesAreWhole(String slip, String expected) throws IOException {
    String tensor = slip.startsWith("shape") ? slip : "shape: [128, 64], " + slip;
    Path scenario =
        Files.writeString(
            directory.resolve("k.yaml"),
            "kernel: { nki: k.yaml, function: k, args: { x: { " + tensor + " } } }\nshape: {}\n");
    assertEquals(2, run("run", scenario));
    assertTrue(err().contains("k.yaml:1 kernel.args.x." + expected), err());
  }

  @Test
  void aMisspeltSectionIsNamedBeforeWhatRefersToIt() throws IOException {
    String kernel = "kernel: { nki: k.yaml, function: k, args: { x: { shape: [K, 64] } } }\n";
    Path scenario = Files.writeString(directory.resolve("k.yaml"), kernel + "shpae: { K: 128 }\n");
    assertEquals(2, run("run", scenario));
    assertTrue(err().contains("k.yaml:2 shpae: found an unknown key, expected one of"), err());
    assertTrue(err().contains("did you mean shape?"), err());
  }

  static Stream<Arguments> checks() {
    return Stream.of(
        Arguments.of("matmul(x, x)", "x of 128 x 64, expected 64 rows, for x"),
        Arguments.of("matmul_t(x, y)", "y of 64 x 128, expected 128 rows, for x"),
        Arguments.of("matmul_nt(x, y)", "y of 64 x 128, expected 64 columns, for x"),
        Arguments.of("add(x, y)", "y of 64 x 128, expected 128 x 64"));
  }

  @ParameterizedTest
  @MethodSource("checks")
  void aCheckFitsItsArguments(String check, String expected) throws IOException {
    Files.writeString(
        directory.resolve("k.py"),
        "import nki.language as nl\nimport nki.isa as nisa\n\ndef k(x, y):\n"
            + "    nisa.dma_copy(dst=x, src=x)\n");
    Path scenario =
        Files.writeString(
            directory.resolve("k.yaml"),
            "kernel: { nki: k.py, function: k, args: { x: { shape: [128, 64] },"
                + " y: { shape: [64, 128] } }, check: \""
                + check
                + "\" }\n");
    assertEquals(2, run("validate", scenario));
    assertTrue(err().contains("kernel.check: found " + expected), err());
  }

  @Test
  void filesThatAreNotThere() throws IOException {
    Path scenario = write("pass", ", reference: \"checks.py:expected\"");
    assertEquals(2, run("validate", scenario));
    assertTrue(err().contains("kernel.reference: found no file "), err());
    assertEquals(2, run("run", directory.resolve("k.py")));
    assertTrue(err().contains("k.py kernel: found Python, expected a scenario that names"), err());
  }

  @Test
  void whatAKernelPrintsIsNoResult() throws IOException {
    Path scenario = write("print('hello')\n    nisa.dma_copy(dst=x, src=t)");
    Path stream = directory.resolve("k.nki.jsonl");
    assertEquals(0, run("record", scenario, "-o", stream), err());
    assertTrue(Files.readString(stream).startsWith("{\"t\":\"head\""));
    assertEquals("k: " + stream + "\n", out());
    assertEquals("", err());
    assertEquals(0, run("record", scenario, "-o", stream, "--json"), err());
    assertTrue(out().contains("\"stream\": \"" + stream), out());
    assertEquals(List.of("k.nki.jsonl", "k.py", "k.yaml"), files(directory));
  }

  @Test
  void guessesAreSaid() throws IOException {
    String indices = "i = nl.ndarray((128, 8), dtype=nl.uint32, buffer=nl.sbuf)\n    ";
    Path scenario =
        write(indices + "nisa.memset(i, 0)\n    nisa.nc_n_gather(t[:, 0:8], t[:, 8:16], i)");
    assertEquals(0, run("run", scenario, "--out", directory.resolve("out")), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.contains(" note W3 "), said);
    assertTrue(said.contains(" note W2 1 of 3 instructions name"), said);
  }

  @Test
  void rightValuesThatTheCompilerRefusesAreSaid() throws IOException {
    String relu = "nisa.tensor_scalar(t[%s], t[%s], nl.maximum, 0.0)\n    ";
    String result = "y = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)\n    ";
    String rest = result + "nisa.dma_copy(dst=y, src=t)\n    return y";
    String parts = relu.replace("%s", "0:5") + relu.replace("%s", "5:128");
    assertEquals(0, run("validate", write(parts + rest, ", check: relu(x)")), err());
    assertTrue(
        out().contains(" W11 k.py:9: tensor_scalar accesses 123 partitions of 't' from 5 on"),
        out());
    assertEquals(0, run("validate", write(relu.replace("%s", ":") + rest, ", check: relu(x)")));
    assertFalse(out().contains("W11"), out());
  }

  @Test
  void wrongValuesComeWithTheTileThatIsWrittenInPart() throws IOException {
    String body =
        "y = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)\n    "
            + "u = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)\n    "
            + "nisa.tensor_copy(u[:, 0:32], t[:, 0:32])\n    "
            + "nisa.dma_copy(dst=y, src=u)\n    return y";
    assertEquals(1, run("validate", write(body, ", check: relu(x)")), err());
    assertTrue(out().contains(" W1 k.py:11: 'u' is written in part, and what nothing"), out());
  }

  @Test
  void whatIsNoNumberFails() throws IOException {
    Path scenario =
        write(
            "y = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)\n"
                + "    nisa.memset(t, 0)\n    nisa.reciprocal(t, t)\n"
                + "    nisa.dma_copy(dst=y, src=t)\n    return y",
            ", check: relu(x)");
    assertEquals(1, run("validate", scenario, "--json"), err());
    assertTrue(out().contains("\"passed\": false,\n    \"rel_err\": null,"), out());
    assertTrue(out().contains("\"elements\": 8192,"), out());
    assertEquals(1, run("run", scenario, "--mode", "both", "--out", directory.resolve("out")));
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.contains("1/1 rank FAIL, elements of the output are infinite or no num"), said);
    assertTrue(said.contains(" WRONG VALUES on 1 of 1 rank: row 0, column 0 is Infinity, "), said);
    assertTrue(said.contains("; all 8192 elements are wrong. Limited by "), said);
    String page = Files.readString(directory.resolve("out/report.html"));
    assertTrue(page.contains("<strong class=\"bad\">WRONG VALUES on 1 of 1 rank: row 0, "), page);
    assertEquals(2, page.split("WRONG VALUES on", -1).length, "said once in the report");
  }

  @Test
  void whatIsNotStoredIsFound() throws IOException {
    String result = "y = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)\n    ";
    String part = "nisa.dma_copy(dst=y[0:96], src=x[0:96])\n    return y";
    assertEquals(1, run("validate", write(result + part, ", check: relu(x)")), err());
    assertTrue(out().contains("; row 0, column "), out());
    part = "nisa.tensor_scalar(t, t, nl.maximum, 0.0)\n    nisa.dma_copy(dst=y[0:96], src=t[0:96])";
    assertEquals(1, run("validate", write(result + part + "\n    return y", ", check: relu(x)")));
    assertTrue(
        out().contains("; row 96, column 0 is NaN, as where nothing is written, expected "), out());
    String where = "; 2048 of 8192 elements are wrong, in rows 96 to 127, columns 0 to 63";
    assertTrue(out().contains(where), out());
    assertEquals(2, run("validate", write("return", ", check: relu(x)")));
    assertTrue(err().contains("kernel.function: found no result, expected a kernel that"), err());
  }

  @Test
  void whatDoesNotFitIsNamedWithItsLine() throws IOException {
    Path scenario =
        write(
            "held = []\n    for i in range(9):\n"
                + "        held.append(nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum))\n"
                + "        nisa.memset(held[i], 0)\n"
                + "    for p in held:\n        nisa.tensor_copy(t, p[:, 0:64])\n    return x");
    assertEquals(1, run("run", scenario, "--out", directory.resolve("out")));
    assertTrue(err().contains("k.yaml: k.py:11: PSUM over capacity at [memset "), err());
  }

  @Test
  void aKernelThatDoesNothingIsRefused() throws IOException {
    Path scenario = write("pass");
    Files.writeString(directory.resolve("k.py"), "import nki\n\ndef k(x):\n    return x\n");
    assertEquals(2, run("run", scenario, "--out", directory.resolve("out")));
    assertTrue(err().contains("k.yaml:1 kernel.function: found no instructions"), err());
  }

  @Test
  void coresThatDoNotMeetAreTold() throws IOException {
    String meet = "if nl.program_id(0) == 0:\n        nisa.core_barrier(x, (0, 1))";
    Path scenario = write(meet);
    assertEquals(1, run("run", scenario, "--set", "ranks.lnc=2"));
    assertTrue(
        err().contains("deadlock at k.py:9, which both cores of a rank must reach, "), err());
    meet = "u = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)\n    ";
    scenario = write(meet + "nisa.sendrecv(t, u, 1, 1, 0)\n    nisa.dma_copy(dst=x, src=u)");
    assertEquals(2, run("run", scenario, "--set", "ranks.lnc=1"));
    assertTrue(err().contains("k.py:9: E10 sendrecv between two cores"), err());
  }

  /** Its cores are those of an HBM stack, of which a rank of one core has one. */
  @Test
  void aRankOfOneCoreMeetsItsNeighbour() throws IOException {
    String body =
        "nisa.dma_copy(dst=x, src=t)\n    nisa.core_barrier(x, %s)\n    nisa.dma_copy(t, x)";
    Path out = directory.resolve("out");
    assertEquals(0, run("run", write(body.formatted("(0, 1)")), "--out", out), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(
        said.contains("note W3 k.py:9: core_barrier with ranks.lnc 1: the other core"), said);
    double met = total(body.formatted("(0, 1)"));
    assertTrue(met > total(body.formatted("(0,)")), "a barrier takes time");
    assertEquals(2, run("run", write(body.formatted("(1, 2)"))));
    assertTrue(
        err().contains("k.py:9: E10 core_barrier of the cores [1, 2], expected [0, 1]"), err());
    assertEquals(2, run("run", write(body.formatted("(0, 1)"), ", grid: [2]")));
    assertTrue(
        err().contains("that one core runs one after another, expected ranks.lnc: 2"), err());
  }

  private double total(String body) throws IOException {
    assertEquals(0, run("run", write(body), "--json"), err());
    YamlCursor result = YamlCursor.readString("stdout", out());
    return result.child("time_us").child("total").number(0, 1000);
  }

  @Test
  void aTimeoutIsANumberOfSeconds() throws IOException {
    Path scenario = write("pass");
    for (String command : List.of("record", "run", "advise", "compare")) {
      Object last = command.equals("compare") ? scenario : "--json";
      assertEquals(2, run(command, scenario, "--record-timeout", "0", last));
      assertEquals(
          "trn2sim: --record-timeout: found 0, expected a number of seconds, 1 at least\n", err());
    }
  }

  private Path write(String body) throws IOException {
    return write(body, "");
  }

  private Path write(String body, String more) throws IOException {
    Files.writeString(directory.resolve("k.py"), HEAD + "    " + body + "\n    return x\n");
    return Files.writeString(
        directory.resolve("k.yaml"),
        "kernel: { nki: k.py, function: k, args: [{ shape: [128, 64], dtype: fp32 }]"
            + more
            + " }\n"
            + "shape: {}\n");
  }
}

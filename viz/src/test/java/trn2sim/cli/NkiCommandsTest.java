package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What works on built-in kernels works on kernel files too. */
class NkiCommandsTest extends TypedCommands {
  /** Adds to every tile, in one go or in halves, on one engine or another. */
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      def add(a, b, halves=False, times=1):
          rows, cols = a.shape
          out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
          width = cols // 2 if halves else cols
          for row in nl.affine_range(rows // 128):
              for col in nl.affine_range(cols // width):
                  part = slice(row * 128, row * 128 + 128), slice(col * width, col * width + width)
                  x = nl.ndarray((128, width), dtype=a.dtype, buffer=nl.sbuf)
                  y = nl.ndarray((128, width), dtype=a.dtype, buffer=nl.sbuf)
                  nisa.dma_copy(dst=x, src=a[part])
                  nisa.dma_copy(dst=y, src=b[part])
                  for _ in range(times):
                      nisa.tensor_tensor(dst=y, data1=x, data2=y, op=nl.add)
                  nisa.dma_copy(dst=out[part], src=y)
          return out
      """;

  private static final String SCENARIO =
      """
      kernel:
        nki: add.py
        function: add
        args: { a: { shape: [M, N] }, b: { shape: [M, N] }, halves: false, times: 1 }
        check: add(a, b)
      shape: { M: 256, N: 512 }
      dtype: fp32
      ranks: { lnc: 1 }
      """;

  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException, InterruptedException {
    PythonHere.orSkip();
    Files.writeString(directory.resolve("add.py"), KERNEL, StandardCharsets.UTF_8);
  }

  private Path scenario(String name, String more) throws IOException {
    return Files.writeString(
        directory.resolve(name + ".yaml"), SCENARIO + more, StandardCharsets.UTF_8);
  }

  @Test
  void sweepsOverArgumentsAndSizes() throws IOException {
    String axes =
        "axes:\n  kernel.args.halves: [false, true]\n  kernel.args.times: [1, 4]\n"
            + "  shape.N: [512, 1024]\n";
    Path out = directory.resolve("out");
    assertEquals(0, run("sweep", scenario("s", axes), "--out", out), err());
    List<String> rows = Files.readAllLines(out.resolve("sweep.csv"), StandardCharsets.UTF_8);
    assertEquals(9, rows.size());
    int digest = List.of(rows.get(0).split(",", -1)).indexOf("sim.digest");
    List<String> digests = rows.stream().skip(1).map(row -> row.split(",", -1)[digest]).toList();
    assertEquals(8, digests.stream().distinct().count(), rows.toString());
  }

  @Test
  void aProfileNamesTheLinesOfTheFile() throws IOException {
    Path out = directory.resolve("out");
    assertEquals(0, run("run", scenario("s", ""), "--profile", "--out", out), err());
    assertEquals(0, run("profile", out.resolve("profile.json"), "--out", out), err());
    assertTrue(out().matches("(?s).*together: add\\.py:\\d+ \\(busy.*"), out());
    assertFalse(out().contains(" note "), out());
  }

  @Test
  void comparesTwoArguments() throws IOException {
    Path one = scenario("one", "");
    Path two =
        Files.writeString(
            directory.resolve("two.yaml"), SCENARIO.replace("halves: false", "halves: true"));
    assertEquals(0, run("compare", one, two, "--out", directory.resolve("out")), err());
    assertTrue(out().contains("B against A"), out());
    assertTrue(out().matches("(?s).*kernel\\.args\\.halves +false +true\n.*"), out());
    assertTrue(Files.exists(directory.resolve("out").resolve("compare.html")));
  }

  /** A kernel may refuse sizes that are tried only to see whether they would fit. */
  @Test
  void explainsAKernelThatRefusesOtherSizes() throws IOException {
    Files.writeString(
        directory.resolve("add.py"),
        """
        import nki
        import nki.isa as nisa
        import nki.language as nl

        @nki.jit
        def add(a, b, halves, times):
            assert a.shape[1] % 8192 == 0
            out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
            tiles = [nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.sbuf) for _ in range(6)]
            for tile in tiles:
                nisa.dma_copy(dst=tile, src=a)
            for tile in tiles + tiles:
                nisa.dma_copy(dst=out, src=tile)
            return out
        """);
    Path large = scenario("large", "");
    String[] sizes = {"--set", "shape.M=128", "--set", "shape.N=16384"};
    assertEquals(0, run("explain", large, sizes[0], sizes[1], sizes[2], sizes[3]), err());
    assertTrue(out().contains("fits      with shape.N = 8192: 24.0 MiB"), out());
  }

  /** Numbers at the end of a name are the author's; what has no name is known by its line. */
  @Test
  void explainsByTheNamesOfTiles() throws IOException {
    Files.writeString(
        directory.resolve("add.py"),
        """
        import nki
        import nki.isa as nisa
        import nki.language as nl

        def fresh(like):
            return nl.ndarray(like.shape, dtype=like.dtype, buffer=nl.sbuf)

        @nki.jit
        def add(a, b, halves, times):
            out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
            v1 = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.sbuf)
            v2 = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.sbuf)
            sums = [fresh(a), fresh(a)]
            nisa.dma_copy(dst=v1, src=a)
            nisa.dma_copy(dst=v2, src=b)
            for one in sums:
                nisa.tensor_tensor(one, v1, v2, op=nl.add)
            for one in sums:
                nisa.dma_copy(dst=out, src=one)
            return out
        """);
    assertEquals(0, run("explain", scenario("v", ""), "--set", "shape.M=128"), err());
    String held = "@add.py:6      0.50 MiB@v1            0.25 MiB@v2            0.25 MiB";
    assertTrue(out().contains(held.replace("@", "\n            ") + "\n"), out());
  }

  @Test
  void advisesToTryFlagsAndSizes() throws IOException {
    assertEquals(0, run("advise", scenario("a", "")), err());
    assertTrue(out().contains("kernel.args.halves false -> true"), out());
    assertTrue(out().contains("shape.N 512 -> 1024"), out());
    assertTrue(out().contains("other sizes: other work\n"), out());
  }

  @Test
  void namesTheTypesOfArguments() throws IOException {
    Path scenario = scenario("t", "");
    Path out = directory.resolve("out");
    assertEquals(0, run("run", scenario, "--out", out), err());
    assertTrue(out().contains(" N 512, fp32, tp 1,"), out());
    assertEquals(0, run("run", scenario, "--set", "kernel.args.a.dtype=bf16", "--out", out));
    assertTrue(out().contains(" N 512, bf16 and fp32, tp 1,"), out());
  }

  /** The folder of the kernel is new, so the first run records it. */
  @Test
  void partsOfARunAreTimedApart() throws IOException {
    Path scenario = scenario("p", "");
    assertEquals(0, run("run", scenario, "--json", "--timings"), err());
    String time = "\\d+\\.\\d{3} s";
    String first = "p: 8 instructions, \\d+ events, recorded in T, read in T, simulated in T";
    String parts = "recording T, reading T, ordering T, assembling T, simulating T, figures T";
    assertTrue(err().matches((first + "\np: " + parts + "\n").replace("T", time)), err());
    assertEquals(0, run("run", scenario, "--out", directory.resolve("out"), "--timings"), err());
    String second = "p: 8 instructions, \\d+ events, read in T, simulated in T";
    parts = parts.replace("recording T, ", "") + ", files T";
    assertTrue(err().matches((second + "\np: " + parts + "\n").replace("T", time)), err());
  }

  @Test
  void whatDoesNotApplyIsNotShown() throws IOException {
    Path out = directory.resolve("out");
    assertEquals(0, run("run", "../scenarios/nki/all_gather.yaml", "--out", out), err());
    assertTrue(out().contains("  at least   ") && !out().contains("link 0.00"), out());
    assertFalse(out().contains("W10"), out());
    Path ring = Path.of("../scenarios/nki/ring.yaml");
    assertEquals(0, run("run", ring, "--out", out), err());
    assertTrue(out().contains("DO NOT FUSE") && report(out).contains(">fused<"), out());
    String unchecked =
        Files.readString(ring, StandardCharsets.UTF_8)
            .replace("check: gather_matmul(x, w)", "")
            .replace("ring.py", ring.resolveSibling("ring.py").toRealPath().toString());
    Path scenario = directory.resolve("unchecked.yaml");
    Files.writeString(scenario, unchecked, StandardCharsets.UTF_8);
    assertEquals(0, run("run", scenario, "--out", out), err());
    assertTrue(report(out).contains(">The run beside its parts<"), "parts");
    assertFalse(report(out).contains(">fused<"), "a kernel that has no baseline");
  }

  @Test
  void aDeviceOfWhichLittleWasMeasuredIsNoted() throws IOException {
    Path out = directory.resolve("out");
    assertEquals(0, run("run", scenario("d", "device: trn3\n"), "--out", out), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.contains(" note W10 little of trn3 was measured: "), said);
  }

  @Test
  void notesOfComparedRunsAreShownOnce() throws IOException {
    Path out = directory.resolve("out");
    Path one = scenario("one", "");
    assertEquals(0, run("compare", one, one, "--set-b", "device=trn3", "--out", out), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.contains(" note B: W10 little of trn3 was measured: "), said);
    String page = Files.readString(out.resolve("compare.html"), StandardCharsets.UTF_8);
    assertTrue(page.contains("<li>B: W10 little of trn3"), "notes are on the page");
    assertEquals(0, run("compare", one, one, "--set", "device=trn3", "--out", out), err());
    said = out().replaceAll("\\s+", " ");
    assertEquals(2, said.split(" note W10 little of trn3 was measured: ", -1).length, said);
  }

  @Test
  void hasARange() throws IOException {
    Path out = directory.resolve("out");
    assertEquals(
        0, run("run", scenario("r", ""), "--range", "--mode", "timing", "--out", out), err());
    String json = Files.readString(out.resolve("result.json"), StandardCharsets.UTF_8);
    assertTrue(json.contains("\"range_us\""), json);
    assertTrue(json.contains("\"file\": \"add.py\""), json);
  }

  @Test
  void explainsWhatIsInMemory() throws IOException {
    Path scenario = scenario("e", "");
    assertEquals(0, run("explain", scenario), err());
    assertTrue(out().contains("no choice of path: the kernel's source decides"), out());
    String small = out();
    assertEquals(0, run("explain", scenario, "--set", "kernel.args.halves=true"), err());
    assertNotEquals(small, out());
    assertEquals(0, run("explain", scenario, scenario, "--json"), err());
    assertTrue(out().startsWith("[\n"), out());
  }

  /** The sums of a tile hang together, so nearly all time goes to their line. */
  @Test
  void namesTheLinesThatTakeTheTime() throws IOException {
    Path out = directory.resolve("out");
    Path scenario = scenario("l", "");
    assertEquals(0, run("run", scenario, "--out", out, "--set", "kernel.args.times=200"), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.matches(".* lines add.py:18 9[0-9.]+ %.* of the critical path .*"), said);
    String report = Files.readString(out.resolve("report.html"), StandardCharsets.UTF_8);
    String row = "data-place=\"add.py:18\"><td class=\"word\">add.py:18</td><td class=\"num\">9";
    assertTrue(report.contains(row), "the report has the share");
    assertTrue(
        report.indexOf("data-place=\"add.py:18\"") < report.indexOf("data-place=\"add.py:15\""),
        "and begins with the line that takes most");
  }

  /** The first tap of the filter waits for the tile of x. */
  @Test
  void namesTheLineThatTensorEWaitsFor() {
    Path scenario = Path.of("..", "scenarios", "nki", "conv2d.yaml");
    assertEquals(0, run("run", scenario, "--out", directory.resolve("out")), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.contains("first tiles have arrived, all of it for conv2d.py:51."), said);
  }

  /** A few matmuls of one row, which spread the bias, are not what holds the clock down. */
  @Test
  void aFewSmallTilesAreNotTheCauseOfASlowClock() throws IOException {
    Path scenario = Path.of("..", "scenarios", "nki", "mlp_old.yaml");
    assertEquals(0, run("run", scenario, "--out", directory.resolve("out")), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.contains("TensorE throttle, "), said);
    assertTrue(said.contains(": TensorE was not busy enough before to run at full clock."), said);
    String remedy = " In the kernel: dge_mode none at each DMA, or compiled with --disable-dge.";
    assertTrue(said.contains("Try options.dge=static: ") && said.contains(remedy), said);
    assertTrue(
        said.contains(" whose results: Vector waits for Tensor 70.2 %; Scalar waits for Vector "),
        said);
    String trace = Files.readString(directory.resolve("out").resolve("trace.json"));
    assertTrue(
        trace.replace(" ", "").contains("\"source\":\"mlp_old.py:20\""), "lines in the trace");
  }

  /** A kernel that hardly multiplies is told by what it moves. */
  @Test
  void aShareOfThePeakThatIsNoneIsNotTheAnswer() {
    Path scenario = Path.of("..", "scenarios", "nki", "decode_router.yaml");
    assertEquals(0, run("run", scenario, "--out", directory.resolve("out")), err());
    assertTrue(out().contains(" % of the HBM bandwidth (MBU).\n"), out());
    assertTrue(out().contains(" TFLOPS per rank, MFU 0.1 %"), out());
  }

  /** Half of the array's rows never bring it to full clock, however busy it is. */
  @Test
  void smallTilesAreNamedAsTheCauseOfASlowClock() throws IOException {
    Files.writeString(
        directory.resolve("add.py"),
        """
        import nki
        import nki.isa as nisa
        import nki.language as nl

        @nki.jit
        def add(a, b, halves, times):
            out = nl.ndarray((128, 512), dtype=a.dtype, buffer=nl.shared_hbm)
            x = nl.ndarray((64, 512), dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=x, src=a[0:64])
            acc = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
            for _ in range(4000):
                nisa.nc_matmul(dst=acc, stationary=x[:, 0:128], moving=x)
            y = nl.ndarray((128, 512), dtype=a.dtype, buffer=nl.sbuf)
            nisa.tensor_copy(dst=y, src=acc)
            nisa.dma_copy(dst=out, src=y)
            return out
        """);
    Path out = directory.resolve("out");
    String[] sets = {"--set", "dtype=bf16", "--set", "shape.M=128"};
    Path half = scenario("half", "");
    assertEquals(0, run("run", half, sets[0], sets[1], sets[2], sets[3], "--out", out), err());
    String said = out().replaceAll("\\s+", " ");
    String meaning = "matmuls use 64 of the array's 128 rows (the K of a tile), and below 96 it";
    assertTrue(said.contains(meaning + " never runs at full clock."), said);
    String lines =
        said.substring(said.indexOf(" lines "), said.indexOf(" of the critical path at"));
    assertTrue(lines.startsWith(" lines add.py:12 99."), said);
    assertFalse(lines.contains(" 0.0 %"), said);
  }

  @Test
  void saysWhichMemoryCollectivesGoThrough() {
    Path scenario = Path.of("..", "scenarios", "nki", "fgcc.yaml");
    String small = "shape={ m: 256, K: 512, n: 128 }";
    assertEquals(0, run("explain", scenario, "--set", small), err());
    assertTrue(out().contains("  path      collectives read and write SBUF\n"), out());
    String hbm = "kernel.args.force_hbm_cc=true";
    Path out = directory.resolve("out");
    assertEquals(0, run("run", scenario, "--set", small, "--set", hbm, "--out", out), err());
    assertTrue(out().contains("  path       HBM, where the kernel has the tensors"), out());
  }

  @Test
  void validates() throws IOException {
    assertEquals(0, run("validate", scenario("v", "")), err());
    assertEquals(1, run("validate", scenario("w", ""), "--set", "kernel.args.times=2"), err());
  }

  @Test
  void saysWhatIsLikelyNotMeantAndWhatWasNotChecked() throws IOException {
    Path out = directory.resolve("out");
    Path scenario = scenario("n", "");
    assertEquals(0, run("run", scenario, "--out", out), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.contains("check values not computed: trn2sim validate " + scenario), said);
    assertFalse(said.contains("W8") || said.contains("W9"), said);
    assertEquals(
        0, run("run", scenario, "--out", out, "--set", "shape.n=5", "--set", "ranks.lnc=2"), err());
    said = out().replaceAll("\\s+", " ");
    assertTrue(
        said.contains(
            "W8 shape.n is named by no argument and changes nothing; did you mean shape."),
        said);
    assertTrue(said.contains("note W9 the cores of a rank write the same parts"), said);
    String report = Files.readString(out.resolve("report.html"), StandardCharsets.UTF_8);
    assertTrue(report.contains("<li>W9 the cores of a rank"), "notes are in the report");
    assertTrue(report.contains("<dd>not checked</dd>"), "so is what was not checked");
  }

  private static String report(Path out) throws IOException {
    return Files.readString(out.resolve("report.html"), StandardCharsets.UTF_8);
  }
}

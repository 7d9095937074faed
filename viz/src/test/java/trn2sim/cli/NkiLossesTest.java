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
    assertEquals(
        0, run("explain", scenario(banks(9), "[128, 512]", "{ lnc: 1 }"), "--json"), err());
    assertTrue(out().contains("\"fits\": true,\n  \"fits_psum\": false,\n"), out());
  }

  @Test
  void aRunCountsBanksOfPsum() throws IOException {
    String summary = summary(scenario(banks(3), "[128, 512]", "{ lnc: 1 }"));
    assertTrue(summary.contains(" MiB of SBUF and 3 of 8 banks of PSUM in use at once"), summary);
    assertEquals(3, number("on_chip.psum_peak_banks"));
    assertEquals(128 * 512 * 2, number("on_chip.sbuf_peak_bytes"));
  }

  /** Rows of scores, their exponentials, and those transposed, {@code packed} to a PSUM tile. */
  private static String scores(int packed) {
    return """
        def k(a):
            out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
            x = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=x, src=a)
            for i in range(4):
                scores = nl.ndarray((128, 1024), dtype=nl.float32, buffer=nl.sbuf)
                for c in range(2):
                    part = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
                    nisa.nc_matmul(dst=part, stationary=x[:, i * 128:i * 128 + 128],
                                   moving=x[:, c * 512:c * 512 + 512])
                    nisa.tensor_copy(dst=scores[:, c * 512:c * 512 + 512], src=part)
                e = nl.ndarray((128, 1024), dtype=a.dtype, buffer=nl.sbuf)
                nisa.activation(dst=e, op=nl.exp, data=scores)
                turned = nl.ndarray((128, 1024), dtype=a.dtype, buffer=nl.sbuf)
                for s in range(0, 1024, 128 * %1$d):
                    t = nl.ndarray((128, 128 * %1$d), dtype=a.dtype, buffer=nl.psum)
                    for j in range(0, 128 * %1$d, 128):
                        nisa.nc_transpose(dst=t[:, j:j + 128], data=e[:, s + j:s + j + 128])
                    nisa.tensor_copy(dst=turned[:, s:s + 128 * %1$d], src=t)
                nisa.dma_copy(dst=out[:, i * 256:i * 256 + 256], src=turned[:, 0:256])
            return out
        """
        .formatted(packed);
  }

  @Test
  void fullPsumIsNamedWhereTensorHasOtherWork() throws IOException {
    String summary = summary(scenario(scores(1), "[128, 1024]", "{ lnc: 1 }"));
    assertTrue(summary.contains("Biggest loss: operand not ready"), summary);
    assertTrue(summary.matches(".*PSUM full: for [0-9.]+ us \\([0-9.]+ %\\) TensorE.*"), summary);
    assertTrue(number("on_chip.psum_full_us") > 0);
    summary = summary(scenario(scores(4), "[128, 1024]", "{ lnc: 1 }"));
    assertFalse(summary.contains("PSUM full"), summary);
  }

  private double number(String key) throws IOException {
    JsonObject result = JsonReader.object("result", file("result.json"));
    return ((Number) result.find(key).orElseThrow()).doubleValue();
  }

  /** Cores load tiles one by one for their sums, beside a permute or not. */
  private static String loads(boolean permutes) {
    return """
        def k(a):
            import nki.collectives as ncc
            out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
            here = nl.ndarray((128, 4096), dtype=a.dtype, buffer=nl.sbuf)
            there = nl.ndarray((128, 4096), dtype=a.dtype, buffer=nl.sbuf)
            nisa.memset(dst=here, value=0)
            if %s:
                ncc.collective_permute_implicit(
                    [[here]], [[there]], ncc.ReplicaGroup([[0, 1, 2, 3]]), channel_ids=[0])
            total = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
            for i in range(32):
                w = nl.ndarray((128, 1024), dtype=a.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=w, src=a[i * 128:i * 128 + 128, :])
                nisa.nc_matmul(dst=total, stationary=w[:, 0:128], moving=w[:, 0:512])
            res = nl.ndarray((128, 512), dtype=a.dtype, buffer=nl.sbuf)
            nisa.tensor_tensor(dst=res, data1=total, data2=here[:, 0:512], op=nl.add)
            nisa.dma_copy(dst=out[0:128, 0:512], src=res)
            return out
        """
        .formatted(permutes ? "True" : "False");
  }

  @Test
  void loadsBesideACollectiveNameIt() throws IOException {
    String ranks = "{ tp: 4, lnc: 2 }";
    String summary = summary(scenario(loads(true), "[4096, 1024]", ranks));
    assertTrue(
        summary.matches(
            ".*Biggest loss: weight load from HBM[^;]* for k.py:18; \\d+ of the \\d+ transfers take"
                + " [0-9.]+ times as long as alone, beside"
                + " collective_permute_implicit \\(k.py:13\\)\\..*"),
        summary);
    summary = summary(scenario(loads(false), "[4096, 1024]", ranks));
    assertTrue(summary.contains("Biggest loss: weight load from HBM"), summary);
    assertFalse(summary.contains("as long as alone"), summary);
  }

  @Test
  void aCollectiveBehindTheLastMatmulIsNoDrain() throws IOException {
    String kernel =
        """
        def k(a):
            import nki.collectives as ncc
            own = nl.ndarray((128, 512), dtype=a.dtype, buffer=nl.hbm)
            out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
            x = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=x, src=a)
            p = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
            nisa.nc_matmul(dst=p, stationary=x[:, 0:128], moving=x)
            nisa.tensor_copy(dst=x, src=p)
            nisa.dma_copy(dst=own, src=x)
            everybody = nl.ndarray((512, 512), dtype=a.dtype, buffer=nl.hbm)
            ncc.all_gather([own], [everybody], ncc.ReplicaGroup([[0, 1, 2, 3]]), 0)
            nisa.dma_copy(dst=out, src=everybody[0:128])
            return out
        """;
    String summary = summary(scenario(kernel, "[128, 512]", "{ tp: 4, lnc: 1 }"));
    assertTrue(
        summary.matches(
            ".*Biggest loss: collective after the last matmul, [^:]*: nothing is left to multiply"
                + " that would hide it, all of it for k.py:17\\..*"),
        summary);
    assertTrue(number("gap_us.drain after the last matmul") > 0);
  }

  /** They exchange what each has and write all of it: one core alone would not do the same work. */
  @Test
  void coresThatDivideTheWorkMayWriteTheSameResult() throws IOException {
    String kernel =
        """
        def k(a):
            out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
            core = nl.program_id(0)
            mine = nl.ndarray((64, 512), dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=mine, src=a[nl.ds(%s * 64, 64)])
            its = nl.ndarray((64, 512), dtype=a.dtype, buffer=nl.sbuf)
            nisa.sendrecv(src=mine, dst=its, send_to_rank=1 - core, recv_from_rank=1 - core, pipe_id=0)
            nisa.dma_copy(dst=out[0:64], src=its if core else mine)
            nisa.dma_copy(dst=out[64:128], src=mine if core else its)
            return out
        """;
    String divided = summary(scenario(kernel.formatted("core"), "[128, 512]", "{ lnc: 2 }"));
    assertFalse(divided.contains("W9"), divided);
    String same = summary(scenario(kernel.formatted("0"), "[128, 512]", "{ lnc: 2 }"));
    assertTrue(same.contains("W9"), same);
  }

  @Test
  void coresThatTransposeTheSameDoNotDivideTheWork() throws IOException {
    String kernel =
        """
        def k(a):
            out = nl.ndarray((128, 128), dtype=a.dtype, buffer=nl.shared_hbm)
            tile = nl.ndarray((128, 128), dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=tile, src=a)
            turned = nl.ndarray((128, 128), dtype=a.dtype, buffer=nl.psum)
            nisa.nc_transpose(dst=turned, data=tile)
            nisa.tensor_copy(dst=tile, src=turned)
            nisa.dma_copy(dst=out, src=tile)
            return out
        """;
    String same = summary(scenario(kernel, "[128, 128]", "{ lnc: 2 }"));
    assertTrue(same.contains("W9"), same);
  }
}

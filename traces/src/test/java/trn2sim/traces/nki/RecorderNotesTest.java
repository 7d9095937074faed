package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.traces.findings.Findings;

/** What the recorder adds and leaves open is named, with the numbers that the result has. */
class RecorderNotesTest {
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      def tile(x, dtype=None, buffer=nl.sbuf):
          return nl.ndarray((128, 128), dtype=dtype or x.dtype, buffer=buffer)

      def loaded(x):
          t = tile(x)
          nisa.dma_copy(dst=t, src=x)
          return t

      def stored(x, t):
          out = tile(x, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=t)
          return out

      @nki.jit
      def turned(x):
          turned = tile(x, buffer=nl.psum)
          nisa.nc_transpose(dst=turned, data=loaded(x), engine=nisa.tensor_engine)
          t = tile(x)
          nisa.tensor_copy(dst=t, src=turned)
          return stored(x, t)

      @nki.jit
      def gathered(x):
          i = tile(x, nl.uint32)
          nisa.memset(i, 0)
          t = tile(x)
          nisa.nc_n_gather(t, loaded(x), i)
          return stored(x, t)

      @nki.jit
      def both(x):
          sums = tile(x, nl.float32, nl.psum)
          nisa.memset(sums, 0)
          t = loaded(x)
          nisa.nc_matmul(dst=sums, stationary=t, moving=t)
          copy = tile(x)
          nisa.tensor_copy(dst=copy, src=sums)
          i = tile(x, nl.uint32)
          nisa.memset(i, 0)
          found = tile(x)
          nisa.nc_n_gather(found, copy, i)
          return stored(x, found)
      """;

  private static final String COPIES =
      "copies, and sums or products with one scalar, go to the one that is free first";

  @TempDir private Path folder;

  private Findings run(String function) throws IOException {
    KernelFile.write(folder, KERNEL);
    return Findings.of(
        KernelFile.run(
            folder,
            "kernel: { nki: k.py, function: "
                + function
                + ", args: { x: { shape: [128, 128], dtype: bf16 } } }\n"
                + "shape: {}\nranks: { lnc: 1 }\nrun: { mode: timing }\n"));
  }

  private static List<String> counts(Findings findings) {
    return findings.remarks().stream().filter(note -> note.matches("W[23] [0-9].*")).toList();
  }

  @Test
  void anIdentityMatrixIsNamed() throws IOException {
    Findings findings = run("turned");
    assertEquals(
        List.of(
            "W3 1 instruction inserted by the recorder's rules: load of the identity matrix for"
                + " transposes",
            "W2 1 of 5 instructions name no engine: " + COPIES),
        counts(findings));
    assertEquals(1, findings.compiler().orElseThrow().open());
  }

  @Test
  void whatHasAUsualEngineIsNotOpen() throws IOException {
    Findings findings = run("gathered");
    assertEquals(
        List.of("W2 1 of 4 instructions name no engine: they go to the usual one"),
        counts(findings));
    assertEquals(0, findings.compiler().orElseThrow().open());
  }

  @Test
  void ofBothKindsThoseThatAreOpenAreCounted() throws IOException {
    Findings findings = run("both");
    assertEquals(
        List.of(
            "W3 1 instruction dropped by the recorder's rules: fills of PSUM that a matmul writes"
                + " first",
            "W2 2 of 6 instructions name no engine: 1 of them, "
                + COPIES
                + ", the others to the usual one"),
        counts(findings));
    assertEquals(1, findings.compiler().orElseThrow().open());
  }
}

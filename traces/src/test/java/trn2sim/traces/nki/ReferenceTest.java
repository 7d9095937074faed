package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** A function in Python says what a kernel should compute. */
class ReferenceTest {
  /** Rows scaled by a number, in place and beside; with a constant that is there from the start. */
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      def scale(x, factor, n):
          out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=tile, src=x)
          nisa.tensor_scalar(dst=tile, data=tile, op0=nl.multiply, operand0=factor)
          eye = nl.shared_identity_matrix(128, dtype=x.dtype)
          nisa.tensor_tensor(dst=tile[:, 0:128], data1=tile[:, 0:128], data2=eye, op=nl.add)
          nisa.dma_copy(dst=out, src=tile)
          nisa.dma_copy(dst=x, src=tile)
          return out, x

      @nki.jit
      def writes(x, factor, n):
          scale.func(x, factor, n)

      @nki.jit
      def copies(x):
          out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=x)
          return out

      @nki.jit
      def nothing(x, factor, n):
          tile = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=tile, src=x)
          return nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
      """;

  private static final String CHECKS =
      """
      def expected(x, factor):
          rows = [[float(v) * factor for v in row] for row in x]
          for place, row in enumerate(rows):
              row[place] += 1
          return rows, rows

      def off(x, factor):
          rows, _ = expected(x, factor)
          rows[3][5] += 0.5
          return rows

      def short(x):
          return x[0]

      def broken(x):
          return x.nothing

      def same(x):
          return x

      def beside(x):
          rows = [[int(v) for v in row] for row in x]
          rows[3][5] += 1
          return rows
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
    Files.writeString(folder.resolve("checks.py"), CHECKS, StandardCharsets.UTF_8);
  }

  private RunResult run(String function, String reference) throws IOException {
    return KernelFile.run(
        folder,
        "kernel: { nki: k.py, function: "
            + function
            + ", args: { x: { shape: [128, 256] }, factor: 3.0, n: 1 }, "
            + reference
            + " }\nshape: {}\ndtype: bf16\nranks: { tp: 1, lnc: 1 }\nrun: { mode: functional }\n");
  }

  @ParameterizedTest
  @CsvSource({
    "'reference: checks.py:expected', true",
    "'reference: checks.py:expected, output: 1', true",
    "'reference: checks.py:off', false",
    "'reference: checks.py:off, tolerance: 0.2', true",
  })
  void comparesWithWhatTheFunctionReturns(String reference, boolean passes) throws IOException {
    RunResult result = run("scale", reference);
    assertEquals(passes, result.passed(), () -> result.verdicts().toString());
    assertEquals("a function in Python", result.verdicts().get(0).reference());
  }

  /** A share of the largest number would accept the next one. */
  @ParameterizedTest
  @CsvSource({"same, true", "beside, false"})
  void wholeNumbersAreRightOrWrong(String reference, boolean passes) throws IOException {
    RunResult result =
        KernelFile.run(
            folder,
            "kernel: { nki: k.py, function: copies, args: { x: { shape: [128, 256], dtype: int32,"
                + " range: [0, 16000000] } }, reference: checks.py:"
                + reference
                + " }\nranks: { tp: 1, lnc: 1 }\nrun: { mode: functional }\n");
    assertEquals(passes, result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void argumentsThatAreWrittenAreResults() throws IOException {
    assertTrue(run("writes", "reference: checks.py:expected").passed());
  }

  @Test
  void elementsThatNothingWroteFail() throws IOException {
    RunResult result = run("nothing", "reference: checks.py:expected");
    assertEquals(
        Optional.of(Json.NULL), ResultJson.of(Findings.of(result)).find("functional.rel_err"));
    assertTrue(!result.passed());
  }

  @Test
  void errorsAreInWords() {
    assertSaid(SpecException.class, "checks.py:short", "found 256 numbers, expected 32768 for out");
    assertSaid(NkiException.class, "checks.py:broken", "checks.py:16: E11 AttributeError");
    assertSaid(NkiException.class, "checks.py:offf", "has no function 'offf'; nearest: off");
    assertSaid(SpecException.class, "check.py:off", "check.py, expected a Python file");
    assertSaid(SpecException.class, "checks.py:off, check: relu(x)", "either check or reference");
  }

  @Test
  void valuesNeedSomethingToBeComparedWith() {
    String said = assertThrows(SpecException.class, () -> run("scale", "path: []")).getMessage();
    assertTrue(
        said.contains("kernel: found k.py:scale, which has neither check nor reference"), said);
    assertTrue(said.contains("expected check: matmul(a, b) or the like, "), said);
  }

  private void assertSaid(Class<? extends RuntimeException> kind, String reference, String words) {
    String said = assertThrows(kind, () -> run("scale", "reference: " + reference)).getMessage();
    assertTrue(said.contains(words), said);
  }
}

package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static trn2sim.traces.nki.RewrittenKernel.opcodes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.SpecException;
import trn2sim.traces.findings.CompilerEffect;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** The older dialect's optimiser leaves fewer instructions and the same values. */
class MiddleEndTest {
  /** Attention over 512 positions: 4 blocks of queries, each with 4 transposes. */
  private static final String KERNEL =
      """
      import neuronxcc.nki as nki
      import neuronxcc.nki.compiler as ncc
      import neuronxcc.nki.isa as nisa
      import neuronxcc.nki.language as nl

      def body(q, k, v):
          d, length = q.shape
          out = nl.ndarray((length, d), dtype=q.dtype, buffer=nl.shared_hbm)
          qs, ks = nl.load(q), nl.load(k)
          vs = nl.ndarray((nl.par_dim(128), length // 128, d), dtype=v.dtype)
          for i in nl.affine_range(length // 128):
              vs[:, i, :] = nl.load(v[i * 128 : (i + 1) * 128, :])
          for i in nl.affine_range(length // 128):
              scores = nl.copy(nisa.nc_matmul(qs[:, i * 128 : (i + 1) * 128], ks))
              top = nisa.tensor_reduce(nl.max, scores, axis=1, negate=True)
              power = nisa.activation(nl.exp, scores, bias=top)
              total = nisa.reciprocal(nisa.tensor_reduce(nl.add, power, axis=1))
              turned = nl.ndarray((nl.par_dim(128), length // 128, 128), dtype=nl.float32)
              for j in nl.affine_range(length // 128):
                  turned[:, j, :] = nl.copy(nisa.nc_transpose(power[:, j * 128 : (j + 1) * 128]))
              sums = nl.zeros((nl.par_dim(128), d), dtype=nl.float32, buffer=nl.psum)
              for j in nl.affine_range(length // 128):
                  sums += nisa.nc_matmul(turned[:, j, :], vs[:, j, :])
              result = nisa.tensor_scalar(nl.copy(sums), nl.multiply, total)
              nl.store(out[i * 128 : (i + 1) * 128, :], result)
          return out

      attention = nki.jit(body)
      plain = ncc.skip_middle_end_transformations(nki.jit(body))

      @nki.jit
      def halves(q, k, v):
          out = nl.ndarray((128, 8), dtype=v.dtype, buffer=nl.shared_hbm)
          tile = nl.ndarray((nl.par_dim(128), 8), dtype=v.dtype)
          for i in nl.affine_range(2):
              tile[i * 64 : (i + 1) * 64, :] = nl.load(v[i * 64 : (i + 1) * 64, :])
          nl.store(out, tile)
          return out

      @nki.jit
      def wide(q, k, v):
          out = nl.ndarray((8, 4, 512), dtype=q.dtype, buffer=nl.shared_hbm)
          tile = nl.load(q)
          for i in nl.affine_range(4):
              nl.store(out[:, i, :], nisa.activation(nl.exp, tile))
          return out

      @nki.jit
      def filled(q, k, v):
          out = nl.ndarray((2, 2, 128, 4), dtype=v.dtype, buffer=nl.shared_hbm)
          p, f = nl.arange(128)[:, None], nl.arange(4)[None, :]
          # every column, all but one, all but a partition, after a read
          for i, (columns, rows) in enumerate(((4, 128), (3, 128), (4, 127), (4, 128))):
              tile = nl.zeros((nl.par_dim(128), 2, 4), dtype=v.dtype, buffer=nl.sbuf)
              if i == 3:
                  nl.store(out[i // 2, 1], tile[:, 0, :])
              for j in nl.affine_range(2):
                  mask = (f < columns) & (p < rows)
                  tile[p, j, f] = nl.load(v[j * 128 + p, f], mask=mask)
              nl.store(out[i // 2, i % 2], tile[:, 1, :])
          return out

      @nki.jit
      def crossed(q, k, v):
          out = nl.ndarray((256, 8), dtype=v.dtype, buffer=nl.shared_hbm)
          tiles = nl.ndarray((2, nl.par_dim(128), 8), dtype=v.dtype)
          for i in nl.affine_range(2):
              tiles[i] = nl.load(v[i * 128 : (i + 1) * 128])
          for i in nl.affine_range(2):
              nl.store(out[i * 128 : (i + 1) * 128], nl.subtract(tiles[i], tiles[1 - i]))
          return out

      def difference(q, k, v):
          return [[float(a) - float(b) for a, b in zip(v[i], v[(i + 128) % 256])] for i in range(256)]

      def expected(q, k, v):
          import math
          q, k, v = ([[float(x) for x in row] for row in t] for t in (q, k, v))
          rows = []
          for i in range(len(q[0])):
              scores = [sum(q[c][i] * k[c][j] for c in range(len(q))) for j in range(len(k[0]))]
              top = max(scores)
              power = [math.exp(x - top) for x in scores]
              total = sum(power)
              rows.append([
                  sum(p * v[j][c] for j, p in enumerate(power)) / total for c in range(len(v[0]))])
          return rows
      """;

  @TempDir Path folder;

  private RewrittenKernel kernel;

  @BeforeEach
  void write() throws IOException {
    String args = "{ q: { shape: [8, 512] }, k: { shape: [8, 512] }, v: { shape: [512, 8] } }";
    kernel = new RewrittenKernel(folder, args).write(KERNEL);
  }

  private RunResult run(String function, String middleEnd, String mode) throws IOException {
    return kernel.run(function, "expected", middleEnd, mode);
  }

  /** The identity of the transposes is put in; fills that a matmul follows are left out. */
  @Test
  void whatIsPutInAndLeftOutIsCounted() throws IOException {
    RunResult written = run("attention", "off", "timing");
    RunResult left = run("attention", "auto", "timing");
    assertEquals(1, effect(written).inserted());
    assertEquals(4, effect(written).dropped());
    assertEquals(1, effect(left).inserted());
    assertEquals(4 + instructions(written) - instructions(left), effect(left).dropped());
  }

  private static CompilerEffect effect(RunResult result) {
    return Findings.of(result).compiler().orElseThrow();
  }

  private static int instructions(RunResult result) {
    return opcodes(result).values().stream().mapToInt(Integer::intValue).sum();
  }

  @Test
  void copiesGoAndLoadsAndTransposesAreTakenTogether() throws IOException {
    Map<String, Integer> written = opcodes(run("attention", "off", "timing"));
    Map<String, Integer> left = opcodes(run("attention", "auto", "timing"));
    assertEquals(written.get("nc_matmul"), left.get("nc_matmul"));
    assertEquals(written.get("nc_transpose"), left.get("nc_transpose"));
    // 4 of scores, 16 of transposes, 4 of sums: the first and last are read from PSUM
    assertEquals(24, written.get("tensor_copy"));
    assertEquals(4, left.get("tensor_copy"));
    // q, k, the identity, 4 of v, 4 of the result: each four become one
    assertEquals(11, written.get("dma_copy"));
    assertEquals(5, left.get("dma_copy"));
  }

  @Test
  void fillsStayThatSomethingReads() throws IOException {
    assertEquals(4, opcodes(run("filled", "off", "timing")).get("memset"));
    assertEquals(3, opcodes(run("filled", "auto", "timing")).get("memset"));
  }

  @Test
  void loadsOfOtherPartitionsStayApart() throws IOException {
    assertEquals(3, opcodes(run("halves", "on", "timing")).get("dma_copy"));
  }

  /** One load, and four stores of 512 elements per partition that become two. */
  @Test
  void storesAreTakenTogetherUpTo1024Elements() throws IOException {
    assertEquals(5, opcodes(run("wide", "off", "timing")).get("dma_copy"));
    assertEquals(3, opcodes(run("wide", "on", "timing")).get("dma_copy"));
  }

  @Test
  void theKernelMayAskForNone() throws IOException {
    Map<String, Integer> written = opcodes(run("attention", "off", "timing"));
    assertEquals(written, opcodes(run("plain", "auto", "timing")));
    assertEquals(opcodes(run("attention", "on", "timing")), opcodes(run("plain", "on", "timing")));
  }

  @Test
  void valuesAreTheSame() throws IOException {
    RunResult written = run("attention", "off", "functional");
    RunResult left = run("attention", "on", "functional");
    assertTrue(written.passed() && left.passed());
    assertEquals(written.verdicts(), left.verdicts());
  }

  /** Tiles cannot lie side by side in two orders. */
  @Test
  void operandsInTwoOrdersStayApart() throws IOException {
    assertTrue(kernel.run("crossed", "difference", "on", "functional").passed());
  }

  @Test
  void theNewerDialectHasNone() throws IOException {
    String newer =
        "import nki.language as nl\n\ndef attention(q, k, v):\n    nl.store(v[0:128], nl.load(v[0:128]))\n"
            + "    return v\n\ndef expected(q, k, v):\n    return v\n";
    kernel.write(newer);
    SpecException said = assertThrows(SpecException.class, () -> run("attention", "on", "timing"));
    assertTrue(said.getMessage().contains("the newer dialect"), said.getMessage());
  }
}

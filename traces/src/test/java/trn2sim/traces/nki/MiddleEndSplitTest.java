package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.traces.run.RunResult;

/** Rows for all partitions, and numbers split into two of two bytes, in the older dialect. */
class MiddleEndSplitTest {
  private static final String KERNEL =
      """
      import neuronxcc.nki as nki
      import neuronxcc.nki.isa as nisa
      import neuronxcc.nki.language as nl

      @nki.jit
      def rows(x, g):
          out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
          row = nl.load(g)
          for i in nl.affine_range(2):
              tile = nl.load(x[i * 128 : (i + 1) * 128, :])
              nl.store(out[i * 128 : (i + 1) * 128, :], tile * row.broadcast_to(tile.shape))
          return out

      @nki.jit
      def doubled(x, g):
          out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
          row = nl.ndarray((nl.par_dim(1), g.shape[1]), dtype=g.dtype)
          for i in nl.sequential_range(2):
              row[...] = nl.load(g)
              if i == 1:
                  row[...] = nl.add(row, row)
              tile = nl.load(x[i * 128 : (i + 1) * 128, :])
              nl.store(out[i * 128 : (i + 1) * 128, :], tile * row.broadcast_to(tile.shape))
          return out

      @nki.jit
      def limbs(x, g):
          out = nl.ndarray((128, 512), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x[0:128, 0:512])
          high = nl.ndarray((4, nl.par_dim(128), 128), dtype=nl.bfloat16)
          low = nl.ndarray((4, nl.par_dim(128), 128), dtype=nl.bfloat16)
          for j in nl.affine_range(4):
              full = nl.copy(nisa.nc_transpose(tile[:, j * 128 : (j + 1) * 128]))
              high[j] = nl.copy(full, dtype=nl.bfloat16)
              rest = nisa.tensor_tensor(full, high[j], op=nl.subtract)
              low[j] = nl.copy(rest, dtype=nl.bfloat16)
          for j in nl.affine_range(4):
              whole = nl.add(high[j], low[j], dtype=nl.float32)
              nl.store(out[:, j * 128 : (j + 1) * 128], whole)
          return out

      @nki.jit
      def twice(x, g):
          out = nl.ndarray((128, 512), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x[0:128, 0:512])
          turned = nl.ndarray((4, nl.par_dim(128), 128), dtype=nl.float32)
          back = nl.ndarray((nl.par_dim(128), 512), dtype=nl.float32)
          for j in nl.affine_range(4):
              turned[j] = nl.copy(nisa.nc_transpose(tile[:, j * 128 : (j + 1) * 128]))
              back[:, j * 128 : (j + 1) * 128] = nl.copy(nisa.nc_transpose(turned[j]))
          nl.store(out, back)
          return out

      @nki.jit
      def loads(x, g):
          out = nl.ndarray((128, 512), dtype=x.dtype, buffer=nl.shared_hbm)
          turned = nl.ndarray((nl.par_dim(128), 512), dtype=nl.float32)
          for j in nl.affine_range(4):
              tile = nl.load(x[0:128, j * 128 : (j + 1) * 128])
              turned[:, j * 128 : (j + 1) * 128] = nl.copy(nisa.nc_transpose(tile))
          nl.store(out, turned)
          return out

      @nki.jit
      def echoes(x, g):
          out = nl.ndarray((128, 512), dtype=x.dtype, buffer=nl.shared_hbm)
          kept = nl.ndarray((128, 512), dtype=x.dtype, buffer=nl.shared_hbm)
          turned = nl.ndarray((nl.par_dim(128), 512), dtype=nl.float32)
          for j in nl.affine_range(4):
              given = nl.load(x[0:128, j * 128 : (j + 1) * 128])
              nl.store(kept[:, j * 128 : (j + 1) * 128], given)
              tile = nl.load(kept[:, j * 128 : (j + 1) * 128])
              turned[:, j * 128 : (j + 1) * 128] = nl.copy(nisa.nc_transpose(tile))
          nl.store(out, turned)
          return out

      @nki.jit
      def later(x, g):
          out = nl.ndarray((12, 128, 512), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x[0:128, 0:512])
          kept = nl.ndarray((12, nl.par_dim(128), 512), dtype=nl.float32)
          for j in nl.sequential_range(12):
              kept[j] = nl.copy(nisa.nc_matmul(tile[:, 0:128], tile))
          for j in nl.sequential_range(12):
              nl.store(out[j], nl.multiply(kept[j], 2.0))
          return out

      def expect_rows(x, g):
          return [[float(a) * float(b) for a, b in zip(row, g[0])] for row in x]

      def expect_doubled(x, g):
          rows = expect_rows(x, g)
          return [[v * (1 + i // 128) for v in row] for i, row in enumerate(rows)]

      def expect_limbs(x, g):
          return [[float(x[j % 128][j - j % 128 + i]) for j in range(512)] for i in range(128)]

      expect_loads = expect_echoes = expect_limbs

      def expect_later(x, g):
          from math import fsum
          rows = [[float(v) for v in row[:512]] for row in x[:128]]
          columns = list(zip(*rows))
          product = [[2 * fsum(map(float.__mul__, a, b)) for b in columns] for a in columns[:128]]
          return [product] * 12

      def expect_twice(x, g):
          return [[float(v) for v in row[:512]] for row in x[:128]]
      """;

  @TempDir Path folder;

  private RewrittenKernel kernel;

  @BeforeEach
  void write() throws IOException {
    String args = "{ x: { shape: [256, 520] }, g: { shape: [1, 520] } }";
    kernel = new RewrittenKernel(folder, args).write(KERNEL);
  }

  private RunResult run(String function, String middleEnd, String mode) throws IOException {
    return kernel.run(function, "expect_" + function, middleEnd, mode);
  }

  private Map<String, Integer> opcodes(String function, String middleEnd) throws IOException {
    return RewrittenKernel.opcodes(run(function, middleEnd, "timing"));
  }

  /** 520 columns are two products and two copies. */
  @Test
  void aRowIsSpreadOnce() throws IOException {
    assertEquals(4, opcodes("rows", "off").get("nc_matmul"));
    assertEquals(2, opcodes("rows", "auto").get("nc_matmul"));
    assertEquals(2, opcodes("rows", "auto").get("tensor_copy"));
  }

  @Test
  void aRowThatWasWrittenIsSpreadAgain() throws IOException {
    assertEquals(4, opcodes("doubled", "auto").get("nc_matmul"));
  }

  /** Four transposes, each copied in fp32, rounded, subtracted and rounded. */
  @Test
  void theTwoPartsAreMadeForFourTilesAtOnce() throws IOException {
    assertEquals(12, opcodes("limbs", "off").get("tensor_copy"));
    assertEquals(4, opcodes("limbs", "off").get("tensor_tensor_subtract"));
    assertEquals(1, opcodes("limbs", "auto").get("tensor_copy"));
    assertEquals(1, opcodes("limbs", "auto").get("tensor_tensor_subtract"));
  }

  /** What TensorE needs in the same iteration is copied at once, what only a store needs is not. */
  @Test
  void copiesThatTensorNeedsStayApart() throws IOException {
    assertEquals(8, opcodes("twice", "off").get("tensor_copy"));
    assertEquals(5, opcodes("twice", "auto").get("tensor_copy"));
  }

  /** Of twelve products, a bank each, those of the last eight are read where they are. */
  @Test
  void copiesStayWherePsumIsNeeded() throws IOException {
    assertEquals(12, opcodes("later", "off").get("tensor_copy"));
    assertEquals(4, opcodes("later", "auto").get("tensor_copy"));
  }

  /** Beside the identity and the store; those of what was stored before wait for their store. */
  @Test
  void loadsComeTogetherThoughTensorNeedsThem() throws IOException {
    assertEquals(4 + 2, opcodes("loads", "off").get("dma_copy"));
    assertEquals(1 + 2, opcodes("loads", "auto").get("dma_copy"));
    assertEquals(1 + 4 + 4 + 2, opcodes("echoes", "auto").get("dma_copy"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "doubled", "limbs", "twice", "loads", "echoes", "later"})
  void valuesAreTheSame(String function) throws IOException {
    RunResult written = run(function, "off", "functional");
    RunResult left = run(function, "on", "functional");
    assertTrue(written.passed() && left.passed());
    assertEquals(written.verdicts(), left.verdicts());
  }
}

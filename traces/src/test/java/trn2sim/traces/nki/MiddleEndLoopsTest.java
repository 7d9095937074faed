package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.hw.isa.Script;
import trn2sim.traces.run.RunResult;

/** What the older dialect's optimiser does with what several iterations, or several loops, need. */
class MiddleEndLoopsTest {
  private static final String KERNEL =
      """
      import neuronxcc.nki as nki
      import neuronxcc.nki.isa as nisa
      import neuronxcc.nki.language as nl

      @nki.jit
      def repeated(x):
          out = nl.ndarray((4, 128, 256), dtype=x.dtype, buffer=nl.shared_hbm)
          for i in nl.affine_range(4):
              left = nl.load(x[0:128, :])
              right = nl.load(x[128:256, :])
              nl.store(out[i], left + right)
          return out

      @nki.jit
      def changed(x):
          out = nl.ndarray((4, 128, 256), dtype=x.dtype, buffer=nl.shared_hbm)
          kept = nl.ndarray((128, 256), dtype=x.dtype, buffer=nl.shared_hbm)
          nl.store(kept, nl.load(x[0:128, :]))
          for i in nl.sequential_range(4):
              sum = nl.load(kept) + nl.load(x[128:256, :])
              nl.store(out[i], sum)
              nl.store(kept, sum)
          return out

      @nki.jit
      def cyclic(x):
          # Two rounds over 48 tiles of 4 KiB a partition each, beside one of 64 KiB.
          wide = nl.ndarray((128, 16384), dtype=x.dtype, buffer=nl.sbuf)
          wide[...] = nl.zeros((128, 16384), dtype=x.dtype)
          out = nl.ndarray((128, 16), dtype=x.dtype, buffer=nl.shared_hbm)
          table = nl.ndarray((48, 128, 1024), dtype=x.dtype, buffer=nl.shared_hbm)
          for i in nl.sequential_range(TURNS):
              for j in nl.sequential_range(TILES):
                  tile = nl.load(table[j])
                  wide[:, 0:1024] = nl.add(wide[:, 0:1024], tile)
          nl.store(out, wide[:, 16:32])
          return out

      @nki.jit
      def normalised(x):
          out = nl.ndarray((8, 128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
          for i in nl.affine_range(8):
              tile = nl.load(x[0:128, i * 16 : i * 16 + 64])
              sums = nl.ndarray((nl.par_dim(128), 2), dtype=nl.float32)
              for j in nl.affine_range(2):
                  sums[:, j] = nisa.tensor_reduce(nl.add, tile[:, j * 32 : j * 32 + 32], axis=1)
              inverse = nisa.reciprocal(nisa.tensor_reduce(nl.add, sums, axis=1))
              nl.store(out[i], nisa.tensor_scalar(tile, op0=nl.multiply, operand0=inverse))
          return out

      @nki.jit
      def looked_up(x):
          out = nl.ndarray((8, 128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
          first = nisa.iota(nl.arange(1)[None, :], dtype=nl.int32)
          for i in nl.affine_range(8):
              tile = nl.load(x[0:128, i * 16 : i * 16 + 64])
              inverse = nisa.reciprocal(nisa.tensor_reduce(nl.add, tile, axis=1))
              row = nl.ndarray((nl.par_dim(1), 64), dtype=x.dtype)
              nisa.dma_copy(src=x[first, nl.arange(64)[None, :]], dst=row)
              nl.store(out[i], nisa.tensor_scalar(tile, op0=nl.multiply, operand0=inverse))
          return out

      @nki.jit
      def rounds(x):
          out = nl.ndarray((4, 128, 256), dtype=x.dtype, buffer=nl.shared_hbm)
          kept = nl.ndarray((4, 128, 256), dtype=x.dtype, buffer=nl.shared_hbm)
          for i in nl.affine_range(4):
              nl.store(kept[i], nl.load(x[0:128, :]) * (i + 1.0))
          for i in nl.affine_range(4):
              nl.store(kept[i], nl.load(kept[i]) + 1.0)
          for i in nl.affine_range(4):
              nl.store(out[i], nl.load(kept[i]) + 1.0)
          return out

      def expect_repeated(x):
          rows = [[float(a) + float(b) for a, b in zip(*two)] for two in zip(x[:128], x[128:])]
          return [rows] * 4

      def expect_changed(x):
          return [[[float(a) + (i + 1) * float(b) for a, b in zip(*two)]
                   for two in zip(x[:128], x[128:])] for i in range(4)]

      def expect_normalised(x):
          parts = [[row[i * 16 : i * 16 + 64] for row in x[:128]] for i in range(8)]
          return [[[float(v) / sum(map(float, row)) for v in row] for row in part] for part in parts]

      def expect_rounds(x):
          return [[[float(v) * (i + 1) + 2 for v in row] for row in x[:128]] for i in range(4)]
      """;

  @TempDir Path folder;

  private RewrittenKernel kernel;

  @BeforeEach
  void write() throws IOException {
    write(2, 32);
  }

  private void write(int turns, int tiles) throws IOException {
    String sizes = "TURNS, TILES = " + turns + ", " + tiles + "\n";
    kernel =
        new RewrittenKernel(folder, "{ x: { shape: [256, 256], range: [0.5, 1] } }")
            .write(sizes + KERNEL);
  }

  private Map<String, Integer> opcodes(String function, String middleEnd) throws IOException {
    boolean timed = function.equals("cyclic") || function.equals("looked_up");
    String reference = "expect_" + (timed ? "rounds" : function);
    return RewrittenKernel.opcodes(kernel.run(function, reference, middleEnd, "timing"));
  }

  /** Two loads for four iterations; the stores of 256 columns become one. */
  @Test
  void whatIsThereIsNotLoadedAgain() throws IOException {
    assertEquals(8 + 4, opcodes("repeated", "off").get("dma_copy"));
    assertEquals(2 + 1, opcodes("repeated", "auto").get("dma_copy"));
  }

  /** Of the tensor that is stored to, every load remains; of the other, one of four. */
  @Test
  void whatWasWrittenIsLoadedAgain() throws IOException {
    assertEquals(1 + 1 + 4 * 4, opcodes("changed", "off").get("dma_copy"));
    assertEquals(1 + 1 + 4 * 3 + 1, opcodes("changed", "auto").get("dma_copy"));
  }

  /** 31 tiles of 4 KiB fit beside the wide one, so that each comes once; of 33, none is left. */
  @ParameterizedTest
  @CsvSource({"2, 31, 31", "2, 33, 66", "3, 33, 99"})
  void whatDoesNotFitIsLoadedAgain(int turns, int tiles, int loads) throws IOException {
    write(turns, tiles);
    assertEquals(loads + 1, opcodes("cyclic", "auto").get("dma_copy"));
  }

  /** The sums of two sums, and their inverses, of four iterations at once; those of 32 as well. */
  @Test
  void smallReductionsAreMadeForFourIterationsAtOnce() throws IOException {
    assertEquals(16 + 8, opcodes("normalised", "off").get("tensor_reduce_add"));
    assertEquals(8, opcodes("normalised", "off").get("reciprocal"));
    assertEquals(8 + 2, opcodes("normalised", "auto").get("tensor_reduce_add"));
    assertEquals(2, opcodes("normalised", "auto").get("reciprocal"));
  }

  /** What is looked up at run time stays where it is, and what is around it. */
  @Test
  void whatIsLookedUpKeepsItsPlace() throws IOException {
    assertEquals(8, opcodes("looked_up", "auto").get("reciprocal"));
  }

  /**
   * A loop's loads wait for all stores of the loop before, and not for those of their own; the
   * stores of the first loop have become one.
   */
  @Test
  void aLoopWaitsForAllOfTheOneBefore() throws IOException {
    List<Script.Step> steps =
        kernel
            .run("rounds", "expect_rounds", "auto", "timing")
            .neuron()
            .orElseThrow()
            .compilation()
            .launch()
            .roles()
            .get(0)
            .steps();
    List<Integer> waits =
        steps.stream().map(step -> step.freedom().after().size()).filter(n -> n > 0).toList();
    assertEquals(List.of(1, 1, 1, 1, 4, 4, 4, 4), waits);
  }

  @ParameterizedTest
  @ValueSource(strings = {"repeated", "changed", "normalised", "rounds"})
  void valuesAreTheSame(String function) throws IOException {
    RunResult written = kernel.run(function, "expect_" + function, "off", "functional");
    RunResult left = kernel.run(function, "expect_" + function, "on", "functional");
    assertTrue(written.passed() && left.passed(), () -> left.verdicts().toString());
  }
}

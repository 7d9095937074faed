package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;

/**
 * Operands of one instruction whose shapes differ, and results of every operator of a reduction.
 */
class RecordedShapesTest {
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      def made(shape, dtype=nl.float32):
          return nl.ndarray(shape, dtype=dtype, buffer=nl.sbuf)

      def loaded(x):
          tile = made(x.shape, x.dtype)
          nisa.dma_copy(dst=tile, src=x)
          return tile

      def stored(tile):
          out = nl.ndarray(tile.shape, dtype=tile.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=tile)
          return out

      def turned(tile):
          return tile.reshape((4, 2, 3, 2, 2, 3)).permute((0, 5, 4, 3, 2, 1))

      def order():
          return [((e * 3 + d) * 2 + c) * 6 + b * 3 + a
                  for a in range(3) for b in range(2) for c in range(2) for d in range(3) for e in range(2)]

      @nki.jit
      def flat(x):
          a, r = loaded(x), made((4, 72))
          nisa.tensor_copy(dst=r, src=turned(a))
          return stored(r)

      def expected_flat(x):
          return [[row[i] for i in order()] for row in x]

      @nki.jit
      def mixed(x):
          a, r = loaded(x), made((4, 12, 6))
          nisa.tensor_tensor(dst=r, data1=turned(a), data2=a, op=nl.subtract)
          return stored(r)

      def expected_mixed(x):
          return [[[row[order()[6 * j + i]] - row[6 * j + i] for i in range(6)] for j in range(12)]
                  for row in x]

      @nki.jit
      def spread(x):
          a, r = loaded(x), made((4, 72))
          nisa.tensor_scalar(dst=turned(r), data=a, op0=nl.add, operand0=a[:, 0:1])
          return stored(r)

      def expected_spread(x):
          out = [[0.0] * 72 for _ in x]
          for row, into in zip(x, out):
              for place, i in enumerate(order()):
                  into[i] = row[place] + row[0]
          return out

      @nki.jit
      def largest(x):
          r = made((4, 8))
          nisa.max8(dst=r, src=turned(loaded(x)))
          return stored(r)

      @nki.jit
      def long(x):
          a = nl.ndarray((4, 70000), dtype=nl.bfloat16, buffer=nl.sbuf)
          nisa.memset(dst=a, value=0)
          return stored(a[:, 0:72])

      @nki.jit
      def folded(x):
          a, r = loaded(x), made((4, 3))
          nisa.tensor_reduce(dst=r[:, 0:1], op=nl.subtract, data=a, axis=1)
          nisa.tensor_reduce(dst=r[:, 1:2], op=nl.logical_xor, data=a[:, 0:7], axis=1)
          nisa.tensor_reduce(dst=r[:, 2:3], op=nl.logical_and, data=a[:, 0:1], axis=1)
          return stored(r)

      def expected_folded(x):
          return [[2 * row[0] - sum(row), 1, 1] for row in x]

      @nki.jit
      def hidden(x):
          a, r = loaded(x), made((4, 72))
          nisa.affine_select(dst=r, pattern=[[1, 72]], offset=0, channel_multiplier=-9, on_true_tile=a,
                             on_false_value=float("-inf"), cmp_op=nl.less_equal)
          return stored(r)

      def expected_hidden(x):
          return [[v if j <= 9 * i else float("-inf") for j, v in enumerate(row)]
                  for i, row in enumerate(x)]
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  private RunResult run(String function) throws IOException {
    return KernelFile.run(
        folder,
        """
        kernel:
          nki: k.py
          function: %s
          reference: k.py:expected_%s
          args: { x: { shape: [4, 72], dtype: fp32 } }
        run: { mode: functional }
        """
            .formatted(function, function));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flat", "mixed", "spread", "folded", "hidden"})
  void areWhatTheReferenceSays(String function) throws IOException {
    RunResult result = run(function);
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void whatCannotBeCutSaysWhatToDo() {
    String said = assertThrows(RunFailure.class, () -> run("largest")).getMessage();
    assertTrue(said.contains("max8: an instruction has four loops within a partition"), said);
    assertTrue(said.contains("copy the operand to a tile of its own first"), said);
    String length = assertThrows(RunFailure.class, () -> run("long")).getMessage();
    assertTrue(length.contains("has at most 65,535 elements: use slices of the operand"), length);
  }
}

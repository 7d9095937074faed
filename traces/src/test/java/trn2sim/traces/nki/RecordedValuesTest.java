package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.traces.run.RunResult;

/** Values that an instruction or a function of several could get wrong unseen. */
class RecordedValuesTest {
  private static final String KERNEL =
      """
      import math

      import neuronxcc.nki as nki
      import neuronxcc.nki.isa as nisa
      import neuronxcc.nki.language as nl

      def stored(tile):
          out = nl.ndarray(tile.shape, dtype=tile.dtype, buffer=nl.shared_hbm)
          nl.store(out, tile)
          return out

      @nki.jit
      def bits(x, at):
          word = nisa.tensor_copy(nl.load(at), dtype=nl.uint32)
          return stored(nl.bitwise_xor(nl.invert(word), nl.left_shift(word, 26)))

      def expected_bits(x, at):
          words = [max(0, int(row[0])) for row in at]
          return [[float((~v ^ (v << 26)) & 0xFFFFFFFF)] for v in words]

      @nki.jit
      def bits_of_a_row(x, at):
          column, row = nl.load(at), nl.load(at.reshape((1, 128)))
          row = nl.bitwise_xor(nl.left_shift(row, 24), row)
          held = nl.ndarray((128, 128), dtype=nl.int32, buffer=nl.sbuf)
          held[...] = row.broadcast_to((128, 128))
          mixed = nl.bitwise_xor(held, nl.bitwise_xor(nl.left_shift(column, 20), nl.invert(row)))
          return stored(nl.bitwise_and(nl.bitwise_xor(mixed, nl.right_shift(row, 3)), 4095))

      def expected_bits_of_a_row(x, at):
          words = [int(row[0]) for row in at]
          row = [v << 24 ^ v for v in words]
          return [[float((w ^ u << 20 ^ ~w ^ w >> 3) & 4095) for w in row] for u in words]

      @nki.jit
      def words(x, at):
          word = nisa.tensor_copy(nl.load(at), dtype=nl.uint32)
          factor = nl.full((128, 1), 2654435761, dtype=nl.uint32)
          product = nisa.tensor_tensor(word, factor, op=nl.multiply)
          return stored(nl.bitwise_and(nl.bitwise_xor(product, 0x80000001), 4095))

      def expected_words(x, at):
          words = [max(0, int(row[0])) for row in at]
          return [[float((v * 2654435761 ^ 1) & 4095)] for v in words]

      @nki.jit
      def narrow(x, at):
          half = nisa.tensor_copy(nl.load(at), dtype=nl.int16)
          return stored(nl.right_shift(half, 3))

      def expected_narrow(x, at):
          return [[float((int(row[0]) & 0xFFFF) >> 3)] for row in at]

      @nki.jit
      def large(x, at):
          word = nl.add(nl.load(at), nl.full((128, 1), 1 << 28, dtype=nl.int32))
          one = nl.full((128, 1), (1 << 28) + 1, dtype=nl.int32)
          equal = nisa.tensor_tensor(word, one, op=nl.equal, dtype=nl.int32)
          return stored(nl.add(equal, nisa.tensor_scalar(word, nl.subtract, 1 << 28)))

      def expected_large(x, at):
          def rounded(v):  # to fp32 beside 2 ** 28
              step = 32 if v >= 0 else 16
              return step * round(v / step)
          return [[float((row[0] == 1) + rounded(int(row[0])))] for row in at]

      @nki.jit
      def sums(x, at):
          many, one = (nl.ndarray((64, 4), dtype=nl.bfloat16, buffer=nl.hbm) for _ in range(2))
          nl.store(many, nl.full((64, 4), 256.0, dtype=nl.bfloat16))
          nl.store(one, nl.full((64, 4), 1.0, dtype=nl.bfloat16))
          out = nl.ndarray((64, 4), dtype=nl.float32, buffer=nl.shared_hbm)
          nisa.dma_compute(out, [many, one, one], nl.add)
          return out

      def expected_sums(x, at):
          return [[258.0] * 4] * 64

      @nki.jit
      def long_row(x, at):
          ones = nl.ndarray((128, 512), dtype=nl.bfloat16, buffer=nl.hbm)
          nl.store(ones, nl.full((128, 512), 1.0, dtype=nl.bfloat16))
          row = ones.reshape((1, 65536))
          out = nl.ndarray((1, 65536), dtype=nl.float32, buffer=nl.shared_hbm)
          nisa.dma_compute(out, [row, row], nl.add)
          return out

      def expected_long_row(x, at):
          return [[2.0] * 65536]

      @nki.jit
      def halves(x, at):
          parts = x.reshape((2, 2, 512))
          out = nl.ndarray((2, 512), dtype=x.dtype, buffer=nl.shared_hbm)
          nisa.dma_compute(out, [parts[:, 0], parts[:, 1]], nl.add, scales=[1.0, 2.0])
          return out

      def expected_halves(x, at):
          flat = [float(v) for part in x for row in part for v in row]
          return [[flat[1024 * i + j] + 2 * flat[1024 * i + 512 + j] for j in range(512)] for i in range(2)]

      @nki.jit
      def all_bits(x, at):
          return stored(nisa.tensor_reduce(nl.bitwise_xor, nl.load(at.reshape((1, 128))), axis=1))

      def expected_all_bits(x, at):
          result = 0
          for row in at:
              result ^= int(row[0])
          return [[float(result)]]

      @nki.jit
      def scan(x, at):
          tile = nl.load(x.reshape((64, 32)))
          return stored(nisa.tensor_tensor_scan(tile, tile, 0.5, nl.subtract, nl.multiply))

      def expected_scan(x, at):
          def row(values):
              state = 0.5
              for value in values:
                  state = (value - state) * value
                  yield state
          return [list(row(float(v) for part in rows for v in part)) for rows in x]

      @nki.jit
      def farthest(x, at):
          return stored(nisa.tensor_reduce(nl.abs_max, nl.load(x), axis=2))

      def expected_farthest(x, at):
          return [[max((float(v) for v in row), key=abs) for row in part] for part in x]

      @nki.jit
      def axes(x, at):
          tile = nl.load(x)
          made = nl.rms_norm(nl.softmax(tile, axis=2), None, axis=[2], n=8)
          return stored(nl.add(made, nl.var(tile, axis=2, keepdims=True)))

      def expected_axes(x, at):
          def row(values):
              values = [float(v) for v in values]
              total = sum(math.exp(v) for v in values)
              shares = [math.exp(v) / total for v in values]
              root = math.sqrt(sum(s * s for s in shares) / 8 + 1e-6)
              middle = sum(values) / 8
              spread = sum((v - middle) ** 2 for v in values) / 8
              return [s / root + spread for s in shares]
          return [[row(values) for values in part] for part in x]

      @nki.jit
      def blocks(x, at):
          tile = nl.load(x.reshape((64, 32)))
          held = nl.ndarray((64, 32), dtype=x.dtype, buffer=nl.psum)
          held[...] = nl.load(x.reshape((64, 32)))
          sums = nl.zeros((3, nl.par_dim(32), 32), dtype=x.dtype, buffer=nl.psum)
          out = nl.ndarray((3, 32, 32), dtype=x.dtype, buffer=nl.shared_hbm)
          for i in nl.affine_range(3):
              for _ in range(i):
                  sums[i] += nisa.nc_matmul(tile, tile)
              sums[i] = nl.add(sums[i], held[0:32])
              nl.store(out[i], sums[i])
          return out

      def expected_blocks(x, at):
          rows = [[float(v) for row in part for v in row] for part in x]
          columns = list(zip(*rows))
          products = [[sum(a * b for a, b in zip(one, two)) for two in columns] for one in columns]
          return [[[i * products[p][f] + rows[p][f] for f in range(32)] for p in range(32)]
                  for i in range(3)]

      @nki.jit
      def folded(x, at):
          flat = x.reshape((2048,))
          out = nl.ndarray((2048,), dtype=x.dtype, buffer=nl.shared_hbm)
          p, f = nl.mgrid[0:4, 0:20]
          for row in nl.affine_range(28):
              place = 75 * row + 20 * p + f
              inside = (20 * p + f < 75) & (place < 2048)
              held = nl.load(flat[place], mask=inside)
              nl.store(out[place], nl.multiply(held, 2.0), mask=inside)
          return out

      def expected_folded(x, at):
          return [2 * float(v) for part in x for row in part for v in row]

      @nki.jit
      def own_indices(x, at):
          out = nl.ndarray((128, 32), dtype=x.dtype, buffer=nl.shared_hbm)
          table, p, f = x.reshape((64, 32)), nl.arange(64)[:, None], nl.arange(32)[None, :]
          for i in nl.affine_range(2):
              places = nl.load(at[i * 64 : (i + 1) * 64])
              held = nl.full((64, 32), 7.0, dtype=x.dtype, buffer=nl.sbuf)
              held[p, f] = nl.load(table[places, f], mode=nisa.oob_mode.skip)
              nl.store(out[i * 64 : (i + 1) * 64], held)
          return out

      def expected_own_indices(x, at):
          table = [[float(v) for row in part for v in row] for part in x]
          places = [int(row[0]) for row in at]
          assert min(places) < 0
          return [table[place] if place >= 0 else [7.0] * 32 for place in places]
      """;

  @TempDir Path folder;

  private RewrittenKernel kernel;

  @BeforeEach
  void write() throws IOException {
    String args =
        "{ x: { shape: [64, 4, 8] }, at: { shape: [128, 1], dtype: int32, range: [-8, 64] } }";
    kernel = new RewrittenKernel(folder, args).write(KERNEL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bits",
        "bits_of_a_row",
        "words",
        "narrow",
        "large",
        "sums",
        "long_row",
        "halves",
        "all_bits",
        "scan",
        "farthest",
        "axes",
        "blocks",
        "folded",
        "own_indices"
      })
  void areWhatTheReferenceSays(String function) throws IOException {
    RunResult result = kernel.run(function, "expected_" + function, "on", "functional");
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }
}

package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.traces.run.RunResult;

/** Arguments that say where others are accessed hold numbers that make sense. */
class RecordedLookupsTest {
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl
      import neuronxcc.nki.language as masked

      def tile(src):
          made = nl.ndarray(src.shape, dtype=src.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=made, src=src)
          return made

      def rows(table, at):
          return table.ap(pattern=[[32, 64], [1, 32]], vector_offset=at, indirect_dim=0)

      @nki.jit
      def gather(table, at):
          out = nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=rows(table, tile(at)))
          return out

      def expected_gather(table, at):
          assert max(row[0] for row in at) > 50, "all of the table is in reach"
          return [list(table[int(row[0])]) for row in at]

      @nki.jit
      def turned(table, at):
          out = nl.ndarray((32, 64), dtype=table.dtype, buffer=nl.shared_hbm)
          held = nl.ndarray((32, 64), dtype=table.dtype, buffer=nl.sbuf)
          nisa.dma_transpose(dst=held, src=rows(table, tile(at)))
          nisa.dma_copy(dst=out, src=held)
          return out

      def expected_turned(table, at):
          return [list(column) for column in zip(*expected_gather(table, at))]

      @nki.jit
      def every_other(table, at):
          twice = tile(at)
          nisa.tensor_scalar(dst=twice, data=twice, op0=nl.multiply, operand0=2)
          out = nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=rows(table, twice))
          return out

      def expected_every_other(table, at):
          return [list(table[2 * int(row[0])]) for row in at]

      @nki.jit
      def scattered_sum(table, at):
          out = nl.ndarray((100, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=table)
          place, more = tile(at), tile(table[0:1, :])
          target = out.ap(pattern=[[32, 1], [1, 32]], vector_offset=place[0:1, :], indirect_dim=0)
          nisa.dma_compute(dst=target, srcs=[target, more], reduce_op=nl.add)
          return out

      def expected_scattered_sum(table, at):
          rows = [list(row) for row in table]
          place = int(at[0][0])
          rows[place] = [a + b for a, b in zip(rows[place], table[0])]
          return rows

      @nki.jit
      def counted(table, at):
          out = nl.ndarray((100, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=table)
          place, held = tile(at), tile(table[0:64, :])
          i, x = masked.arange(64)[:, None], masked.arange(32)[None, :]
          masked.atomic_rmw(out[place[i, 0], x], value=held, op=masked.add)
          return out

      def expected_counted(table, at):
          rows = [list(row) for row in table]
          for row, place in zip(table, at):
              target = rows[int(place[0])]
              target[:] = [a + b for a, b in zip(target, row)]
          return rows

      @nki.jit
      def second_column(table, at):
          pair = nl.ndarray((64, 2), dtype=at.dtype, buffer=nl.sbuf)
          nisa.memset(dst=pair, value=0)
          nisa.dma_copy(dst=pair[:, 1:2], src=at)
          out = nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=rows(table, pair[:, 1:2]))
          return out

      expected_second_column = expected_gather

      @nki.jit
      def other_type(table, at):
          \"""Indices in the bytes of a tile of floats, and rows as twice as many halves.\"""
          held = nl.ndarray((64, 1), dtype=nl.float32, buffer=nl.sbuf)
          nisa.tensor_copy(dst=held, src=tile(at).view(nl.float32))
          halves = table.ap(
              pattern=[[64, 64], [1, 64]], vector_offset=held.view(nl.int32), indirect_dim=0,
              dtype=nl.bfloat16)
          got = nl.ndarray((64, 64), dtype=nl.bfloat16, buffer=nl.sbuf)
          nisa.dma_copy(dst=got, src=halves)
          out = nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=got.view(table.dtype))
          return out

      expected_other_type = expected_gather

      @nki.jit
      def one_column(table, at):
          held, places = tile(table[0:64, :]), tile(at.reshape((1, 64)))
          pattern, one = [[32, 64], [1, 1]], nl.ndarray((64, 1), dtype=table.dtype, buffer=nl.sbuf)
          place = places[0:1, 5:6]
          nisa.tensor_copy(dst=one, src=held.ap(pattern=pattern, scalar_offset=place, indirect_dim=1))
          out = nl.ndarray((64, 1), dtype=table.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=one)
          return out

      def expected_one_column(table, at):
          return [[row[int(at[5][0])]] for row in table[0:64]]

      @nki.jit
      def computed(table, at):
          places = tile(at.reshape((1, 64)))
          i, j = nisa.scalar_load(places[:, 0:1]), nisa.scalar_load(places[:, 1:2])
          at_row = 40 - (i * 2 - j) + i * j
          row = nl.ndarray((1, 32), dtype=table.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=row, src=table.ap(pattern=[[32, 1], [1, 32]], scalar_offset=at_row))
          out = nl.ndarray((1, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=row)
          return out

      def expected_computed(table, at):
          i, j = int(at[0][0]), int(at[1][0])
          return [list(table[40 - (i * 2 - j) + i * j])]

      @nki.jit
      def two_columns(table, at):
          out = nl.ndarray((32, 64), dtype=table.dtype, buffer=nl.shared_hbm)
          held = nl.ndarray((32, 64), dtype=table.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=held, src=rows(table, tile(at.reshape((32, 2)))))
          nisa.dma_copy(dst=out, src=held)
          return out

      def by_columns(table, at):
          return [list(table[int(at[2 * i + j][0])]) for j in range(2) for i in range(32)]

      def expected_two_columns(table, at):
          found = by_columns(table, at)
          return [found[2 * i] + found[2 * i + 1] for i in range(32)]

      @nki.jit
      def two_columns_turned(table, at):
          out = nl.ndarray((32, 64), dtype=table.dtype, buffer=nl.shared_hbm)
          held = nl.ndarray((32, 64), dtype=table.dtype, buffer=nl.sbuf)
          nisa.dma_transpose(dst=held, src=rows(table, tile(at.reshape((32, 2)))), axes=(1, 0))
          nisa.dma_copy(dst=out, src=held)
          return out

      def expected_two_columns_turned(table, at):
          return [list(column) for column in zip(*by_columns(table, at))]

      @nki.jit
      def last_rows(table, at):
          out = nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          p, x = masked.arange(64)[:, None], masked.arange(32)[None, :]
          place, held = tile(at), masked.zeros((64, 32), dtype=table.dtype, buffer=nl.sbuf)
          held[p, x] = masked.load(table[place[p, 0], x], mask=p >= 20)
          nisa.dma_copy(dst=out, src=held)
          return out

      def expected_last_rows(table, at):
          return [[0.0] * 32] * 20 + expected_gather(table, at)[20:]

      @nki.jit
      def outside(table, at):
          out = nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.shared_hbm)
          places, held = tile(at), nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.sbuf)
          nisa.memset(dst=held, value=7.0)
          nisa.tensor_scalar(dst=places, data=places, op0=nl.multiply, operand0=2)
          nisa.dma_copy(dst=held, src=rows(table, places), oob_mode=nisa.oob_mode.skip)
          nisa.dma_copy(dst=out, src=held)
          return out

      def expected_outside(table, at):
          places = [2 * int(row[0]) for row in at]
          assert max(places) >= 100
          return [list(table[place]) if place < 100 else [7.0] * 32 for place in places]
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  private RunResult run(String function, String range) throws IOException {
    return KernelFile.run(
        folder,
        "kernel:\n  nki: k.py\n  function: "
            + function
            + "\n  args:\n    table: { shape: [N, 32] }\n    at: { shape: [64, 1], dtype: int32"
            + range
            + " }\n  reference: k.py:expected_"
            + function
            + "\nshape: { N: 100 }\ndtype: fp32\nranks: { tp: 1, lnc: 1 }\n"
            + "run: { mode: functional }\n");
  }

  @ParameterizedTest
  @CsvSource({
    "gather, ''",
    "gather, ', range: [0, N]'",
    "turned, ''",
    "every_other, ', range: [0, 50]'",
    "scattered_sum, ''",
    "counted, ''",
    "counted, ', range: [0, 7]'",
    "second_column, ''",
    "other_type, ', range: [0, N]'",
    "one_column, ''",
    "computed, ', range: [0, 7]'",
    "two_columns, ''",
    "two_columns_turned, ''",
    "last_rows, ''",
    "outside, ', range: [0, 100]'",
  })
  void computesWhatTheReferenceSays(String function, String range) throws IOException {
    RunResult result = run(function, range);
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void rangesHaveTwoEnds() {
    String said =
        assertThrows(SpecException.class, () -> run("gather", ", range: [0]")).getMessage();
    assertTrue(said.contains("s.yaml:6") && said.contains("expected [low, high]"), said);
    String turned =
        assertThrows(RuntimeException.class, () -> run("gather", ", range: [5, 5]")).getMessage();
    assertTrue(turned.contains("expected [low, high] with low < high"), turned);
  }
}

package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;

/** Both cores of a rank write the same tensor: the same values, or not. */
class SharedWritesTest {
  private static final String KERNEL =
      TwoCores.HEAD
          + """
      @nki.jit
      def exchanged(x):
          me = nl.program_id(0)
          mine = load(x, me)
          other = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
          nisa.sendrecv(src=mine, dst=other, send_to_rank=1 - me, recv_from_rank=1 - me, pipe_id=0)
          nisa.tensor_tensor(dst=mine, data1=mine, data2=other, op=nl.add)
          return store(mine)

      def expected_exchanged(x):
          return [[a + b for a, b in zip(x[i], x[i + 128])] for i in range(128)]

      @nki.jit
      def uneven(x):
          \"""One core has tiles that the other has not, and so others of its numbers.\"""
          me = nl.program_id(0)
          mine = load(x, me)
          if me:
              nisa.tensor_tensor(dst=mine, data1=mine, data2=load(x, 0), op=nl.add)
          other, both = (
              nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf) for _ in range(2))
          nisa.sendrecv(src=mine, dst=other, send_to_rank=1 - me, recv_from_rank=1 - me, pipe_id=0)
          nisa.tensor_tensor(dst=both, data1=mine, data2=other, op=nl.add)
          return store(both)

      def expected_uneven(x):
          return [[2 * a + b for a, b in zip(x[i], x[i + 128])] for i in range(128)]

      @nki.jit
      def spread(x):
          tile = load(x, 0)
          row = nl.ndarray((128, 8), dtype=x.dtype, buffer=nl.sbuf)
          nisa.tensor_copy(dst=row, src=tile[:, 0:8])
          made = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
          nisa.tensor_tensor(
              dst=made.reshape((128, 8, 8)), data1=row.expand_dim(1).broadcast(1, 8),
              data2=tile.reshape((128, 8, 8)), op=nl.multiply)
          return store(made)

      def expected_spread(x):
          return [[row[j % 8] * row[j] for j in range(64)] for row in x[0:128]]

      @nki.jit
      def columns(x):
          tile = load(x, 0)
          out = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
          at = [[64, 128], [32, 2], [1, 16]]
          offset = 16 * nl.program_id(0)
          nisa.dma_copy(dst=out.ap(at, offset), src=tile.ap(at, offset))
          return out

      expected_columns = expected_copied

      def halves(x, meet):
          me = nl.program_id(0)
          both = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm, name="both")
          half = slice(me * 64, me * 64 + 64)
          nisa.dma_copy(dst=both[half, :], src=x[half, :])
          if meet:
              nisa.core_barrier(data=both, cores=(0, 1))
          return store(both)

      @nki.jit
      def met(x):
          return halves(x, True)

      expected_met = expected_copied

      @nki.jit
      def engines(x):
          me = nl.program_id(0)
          mine = load(x, me)
          for _ in range(20 * me):
              nisa.tensor_scalar(dst=mine, data=mine, op0=nl.add, operand0=1.0)
          both, idle = (
              nl.ndarray((256, 64), dtype=x.dtype, buffer=nl.shared_hbm) for _ in range(2))
          nisa.dma_copy(dst=both[me * 128:me * 128 + 128], src=mine)
          for met, engine in ((idle, nisa.engine.scalar), (both, nisa.engine.gpsimd)):
              nisa.core_barrier(data=met, cores=(0, 1), engine=engine)
          return store(both[128:256])

      def expected_engines(x):
          return [[v + 20 for v in row] for row in x[128:256]]

      @nki.jit
      def unmet(x):
          return halves(x, False)

      expected_unmet = expected_copied

      def placed(x, mine, then):
          \"""Two tiles side by side: one of the core's own, one that is the same for both.\"""
          tiles = [
              nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf, address=(0, 256 * i))
              for i in range(2)]
          for tile, part in ((tiles[0], mine), (tiles[1], 0)):
              nisa.dma_copy(dst=tile, src=x[part * 128 : part * 128 + 128, :])
          return store(tiles[then])

      @nki.jit
      def beside(x):
          return placed(x, nl.program_id(0), 1)

      expected_beside = expected_copied

      @nki.jit
      def placed_own(x):
          return placed(x, nl.program_id(0), 0)

      expected_placed_own = expected_copied

      @nki.jit
      def summed(x):
          \"""A product of the core's own, and one that is the same for both added to it.\"""
          total = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
          for part in (nl.program_id(0), 0):
              tile = load(x, part)
              nisa.nc_matmul(dst=total, stationary=tile, moving=tile)
          tile = load(x, 0)
          nisa.tensor_copy(dst=tile[0:64, :], src=total)
          return store(tile)

      expected_summed = expected_copied

      @nki.jit
      def met_whole(x):
          \"""The barrier names all of a tensor, though not as its rows lie.\"""
          me = nl.program_id(0)
          both = nl.ndarray((2, 64, 4, 16), dtype=x.dtype, buffer=nl.shared_hbm, name="both")
          nisa.dma_copy(dst=both[me], src=x[me * 64 : me * 64 + 64].reshape((64, 4, 16)))
          nisa.core_barrier(data=both.reshape((128, 64)), cores=(0, 1))
          return store(both.reshape((128, 64)))

      expected_met_whole = expected_copied

      def moved_by(x, rows):
          \"""Columns that a tile names, of rows from some row on.\"""
          out = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
          first = rows * nl.program_id(0)
          tile = nl.ndarray((64, 64), dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=tile, src=x[first : first + 64, :])
          for column in range(0, 64, 16):
              at = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
              nisa.memset(dst=at, value=column)
              place = out.ap(
                  [[64, 64], [1, 16]], offset=first * 64, scalar_offset=at, indirect_dim=1)
              nisa.dma_copy(dst=place, src=tile[:, column : column + 16])
          return out

      @nki.jit
      def moved(x):
          return moved_by(x, 64)

      expected_moved = expected_copied

      @nki.jit
      def collided(x):
          return moved_by(x, 32)

      expected_collided = expected_copied

      @nki.jit
      def subtracted(x):
          me = nl.program_id(0)
          mine = load(x, me)
          other = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
          nisa.sendrecv(src=mine, dst=other, send_to_rank=1 - me, recv_from_rank=1 - me, pipe_id=0)
          nisa.tensor_tensor(dst=mine, data1=mine, data2=other, op=nl.subtract)
          return store(mine)

      expected_subtracted = expected_exchanged
      """;

  @TempDir Path folder;
  private TwoCores cores;

  @BeforeEach
  void write() throws IOException {
    cores = new TwoCores(folder, KERNEL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "beside",
        "copied",
        "engines",
        "exchanged",
        "met",
        "met_whole",
        "spread",
        "uneven"
      })
  void theSameValuesAreNoted(String function) throws IOException {
    RunResult result = cores.run(function);
    assertTrue(result.passed(), () -> result.verdicts().toString());
    assertEquals(
        List.of("W7 both cores write the same values to out of rank 0, and nothing orders them"),
        result.remarks());
  }

  @ParameterizedTest
  @ValueSource(strings = {"columns", "moved"})
  void placesApartAreNotShared(String function) throws IOException {
    RunResult result = cores.run(function);
    assertTrue(result.passed(), () -> result.verdicts().toString());
    assertEquals(List.of(), result.remarks());
  }

  @Test
  void othersAreRefused() {
    String said = assertThrows(RunFailure.class, () -> cores.run("subtracted")).getMessage();
    assertTrue(said.contains("race on out of rank 0"), said);
    assertTrue(
        said.contains("Core[1] k.py:")
            && said.endsWith(
                "; give each core a part of its own (nl.program_id), or put nisa.core_barrier between"
                    + " them"),
        said);
    said = assertThrows(RunFailure.class, () -> cores.run("unmet")).getMessage();
    assertTrue(said.contains("race on both of rank 0"), said);
    assertTrue(said.endsWith("nothing orders them; put nisa.core_barrier between them"), said);
  }

  /** A run for times alone says of a race what a run that computes refuses. */
  @Test
  void aRaceIsNotedWithoutValues() throws IOException {
    String said = String.join("\n", cores.timed("unmet").remarks());
    assertTrue(said.startsWith("W12 race on both of rank 0: Chip[0].Core["), said);
    assertTrue(said.endsWith("nothing orders them; put nisa.core_barrier between them"), said);
    for (String fine : List.of("beside", "columns", "met", "moved")) {
      assertEquals(List.of(), cores.timed(fine).remarks(), fine);
    }
  }

  /** What a tile holds is not only what was written last, beside it or on top of it. */
  @ParameterizedTest
  @ValueSource(strings = {"collided", "placed_own", "summed"})
  void valuesOfACoresOwnAreRefused(String function) {
    String said = assertThrows(RunFailure.class, () -> cores.run(function)).getMessage();
    assertTrue(said.contains("race on out of rank 0"), said);
  }
}

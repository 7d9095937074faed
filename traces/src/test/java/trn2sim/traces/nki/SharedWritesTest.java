package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

/** Both cores of a rank write the same tensor: the same values, or not. */
class SharedWritesTest {
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      def store(tile):
          out = nl.ndarray((128, 64), dtype=tile.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=tile)
          return out

      def load(x, part):
          tile = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=tile, src=x[part * 128 : part * 128 + 128, :])
          return tile

      @nki.jit
      def copied(x):
          return store(load(x, 0))

      def expected_copied(x):
          return [list(row) for row in x[0:128]]

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

      @nki.jit
      def unequal(x):
          me = nl.program_id(0)
          mine = load(x, me)
          for _ in range(3 * me):
              nisa.tensor_scalar(dst=mine, data=mine, op0=nl.add, operand0=1.0)
          for _ in range(2):
              other = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
              nisa.sendrecv(
                  src=mine, dst=other, send_to_rank=1 - me, recv_from_rank=1 - me, pipe_id=0)
              both = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
              nisa.tensor_tensor(dst=both, data1=mine, data2=other, op=nl.add)
              mine = both
          out = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
          if me == 0:
              nisa.dma_copy(dst=out, src=mine)
          return out

      def expected_unequal(x):
          return [[2 * (a + b + 3) for a, b in zip(x[i], x[i + 128])] for i in range(128)]

      def crossed(x, pipes):
          me = nl.program_id(0)
          tiles = [load(x, me), load(x, 1 - me)]
          got = [nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf) for _ in range(2)]
          for i in (me, 1 - me):
              nisa.sendrecv(src=tiles[i], dst=got[i], send_to_rank=1 - me,
                            recv_from_rank=1 - me, pipe_id=pipes[i])
          nisa.tensor_tensor(dst=got[0], data1=got[0], data2=got[0], op=nl.add)
          nisa.tensor_tensor(dst=got[0], data1=got[0], data2=got[1], op=nl.add)
          out = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
          if me == 0:
              nisa.dma_copy(dst=out, src=got[0])
          return out

      @nki.jit
      def piped(x):
          return crossed(x, (0, 1))

      def expected_piped(x):
          return [[a + 2 * b for a, b in zip(x[i], x[i + 128])] for i in range(128)]

      @nki.jit
      def narrow(x):
          return crossed(x, (0, 4))

      expected_narrow = expected_piped

      @nki.jit
      def alone(x):
          tile = load(x, 0)
          nisa.sendrecv(src=tile, dst=tile, send_to_rank=0, recv_from_rank=1, pipe_id=0)
          return store(tile)

      expected_alone = expected_copied
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  private RunResult run(String function) throws IOException {
    return KernelFile.run(folder, scenario(function, "functional"));
  }

  private RunResult timed(String function) throws IOException {
    Path file = Files.writeString(folder.resolve("t.yaml"), scenario(function, "timing"));
    return ScenarioRunner.standard().run(new ScenarioLoader(Kernels.ALL).load(file, List.of()));
  }

  private static String scenario(String function, String mode) {
    return "kernel: { nki: k.py, function: "
        + function
        + ", args: { x: { shape: [256, 64] } }, reference: k.py:expected_"
        + function
        + " }\nshape: {}\ndtype: fp32\nranks: { tp: 1, lnc: 2 }\nrun: { mode: "
        + mode
        + " }\n";
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
    RunResult result = run(function);
    assertTrue(result.passed(), () -> result.verdicts().toString());
    assertEquals(
        List.of("W7 both cores write the same values to out of rank 0, and nothing orders them"),
        result.remarks());
  }

  @ParameterizedTest
  @ValueSource(strings = {"columns", "moved"})
  void placesApartAreNotShared(String function) throws IOException {
    RunResult result = run(function);
    assertTrue(result.passed(), () -> result.verdicts().toString());
    assertEquals(List.of(), result.remarks());
  }

  /** Their exchanges have other numbers among the instructions of each core. */
  @Test
  void coresThatExchangeMayDoUnequalWork() throws IOException {
    RunResult result = run("unequal");
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  /** Each core begins with another pipe. */
  @Test
  void pipesDoNotWaitForEachOther() throws IOException {
    RunResult result = run("piped");
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void pipesThatShareAChannelNeedOneOrder() {
    String said = assertThrows(NkiException.class, () -> run("narrow")).getMessage();
    assertEquals(
        "k.py:"
            + line("nisa.sendrecv(src=tiles[i]")
            + ": E10 sendrecv with pipe_id 4, where the other core has pipe_id 0: these share one"
            + " of 4 channels, expected the same order on both cores",
        said);
  }

  @Test
  void anExchangeIsWithTheOtherCore() {
    String said = assertThrows(NkiException.class, () -> run("alone")).getMessage();
    assertTrue(
        said.endsWith("E10 sendrecv with send_to_rank 0 on core 0, expected 1, the other core"),
        said);
  }

  private static int line(String text) {
    return (int) KERNEL.substring(0, KERNEL.indexOf(text)).lines().count();
  }

  @Test
  void othersAreRefused() {
    String said = assertThrows(RunFailure.class, () -> run("subtracted")).getMessage();
    assertTrue(said.contains("race on out of rank 0"), said);
    assertTrue(
        said.contains("Core[1] k.py:")
            && said.endsWith(
                "; a part for each core by nl.program_id, or nisa.core_barrier between them does"),
        said);
    said = assertThrows(RunFailure.class, () -> run("unmet")).getMessage();
    assertTrue(said.contains("race on both of rank 0"), said);
    assertTrue(said.endsWith("nothing orders them; nisa.core_barrier between them does"), said);
  }

  /** A run for times alone says of a race what a run that computes refuses. */
  @Test
  void aRaceIsNotedWithoutValues() throws IOException {
    String said = String.join("\n", timed("unmet").remarks());
    assertTrue(said.startsWith("W12 race on both of rank 0: Chip[0].Core["), said);
    assertTrue(said.endsWith("nothing orders them; nisa.core_barrier between them does"), said);
    for (String fine : List.of("beside", "columns", "met", "moved", "unequal")) {
      assertEquals(List.of(), timed(fine).remarks(), fine);
    }
  }

  /** What a tile holds is not only what was written last, beside it or on top of it. */
  @ParameterizedTest
  @ValueSource(strings = {"collided", "placed_own", "summed"})
  void valuesOfACoresOwnAreRefused(String function) {
    String said = assertThrows(RunFailure.class, () -> run(function)).getMessage();
    assertTrue(said.contains("race on out of rank 0"), said);
  }
}

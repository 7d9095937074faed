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
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.RunResult;

/** What the two cores of a rank send each other. */
class CoreExchangesTest {
  private static final String KERNEL =
      TwoCores.HEAD
          + """
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
  private TwoCores cores;

  @BeforeEach
  void write() throws IOException {
    cores = new TwoCores(folder, KERNEL);
  }

  /** Their exchanges have other numbers among the instructions of each core. */
  @Test
  void coresThatExchangeMayDoUnequalWork() throws IOException {
    RunResult result = cores.run("unequal");
    assertTrue(result.passed(), () -> result.verdicts().toString());
    assertEquals(List.of(), cores.timed("unequal").remarks());
  }

  /** Each core begins with another pipe. */
  @Test
  void pipesDoNotWaitForEachOther() throws IOException {
    RunResult result = cores.run("piped");
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void pipesThatShareAChannelNeedOneOrder() {
    String said = assertThrows(NkiException.class, () -> cores.run("narrow")).getMessage();
    assertEquals(
        "k.py:"
            + line("nisa.sendrecv(src=tiles[i]")
            + ": E10 sendrecv with pipe_id 4, where the other core has pipe_id 0: these share one"
            + " of 4 channels, expected the same order on both cores",
        said);
  }

  @Test
  void anExchangeIsWithTheOtherCore() {
    String said = assertThrows(NkiException.class, () -> cores.run("alone")).getMessage();
    assertTrue(
        said.endsWith("E10 sendrecv with send_to_rank 0 on core 0, expected 1, the other core"),
        said);
  }

  private static int line(String text) {
    return (int) KERNEL.substring(0, KERNEL.indexOf(text)).lines().count();
  }
}

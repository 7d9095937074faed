package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a kernel that gathers, and loads what it gathered more often than it needs. */
class GatherStoryTest extends TypedCommands {
  private static final String KERNEL =
      """
      import nki
      import nki.collectives as ncc
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      def k(x, tp, passes):
          rows, cols = x.shape
          group = ncc.ReplicaGroup([list(range(tp))])
          own = nl.ndarray((rows, cols), dtype=x.dtype, buffer=nl.hbm)
          got = nl.ndarray((tp, rows, cols), dtype=x.dtype, buffer=nl.hbm)
          out = nl.ndarray((tp, rows, cols), dtype=x.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=own, src=x)
          ncc.all_gather(srcs=[own], dsts=[got], replica_group=group, collective_dim=0)
          for _ in range(passes):
              for r in range(tp):
                  for c in range(0, cols, 16):
                      tile = nl.ndarray((rows, 16), dtype=x.dtype, buffer=nl.sbuf)
                      nisa.dma_copy(dst=tile, src=got[r, :, c : c + 16])
          nisa.dma_copy(dst=out[0, :, 0:16], src=tile)
          return out
      """;

  private static final String SCENARIO =
      """
      kernel:
        nki: k.py
        function: k
        args: { x: { shape: [128, 512] }, tp: tp, passes: 3 }
      shape: {}
      dtype: bf16
      ranks: { tp: 4, lnc: 1 }
      """;

  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException, InterruptedException {
    PythonHere.orSkip();
    Files.writeString(directory.resolve("k.py"), KERNEL, StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("k.yaml"), SCENARIO, StandardCharsets.UTF_8);
  }

  private String said(String setting) {
    Path scenario = directory.resolve("k.yaml");
    assertEquals(
        0, run("run", scenario, "--out", directory.resolve("out"), "--set", setting), err());
    return out().replaceAll("\\s+", " ");
  }

  @Test
  void anEngineThatIssuesManySmallDmasLimits() {
    String said = said("kernel.args.passes=3");
    assertTrue(said.contains("Limited by Sync, which issues DMAs: "), said);
    assertTrue(said.contains("MB that a rank loads: got 3.0 times. "), said);
    assertFalse(said.contains("W9"), said);
  }

  @Test
  void whatIsLoadedOnceIsNotLoadedAgain() {
    String said = said("kernel.args.passes=1");
    assertFalse(said.contains("Loaded again"), said);
  }

  @Test
  void whereNoOptionHelpsTheAuthorMay() {
    String said = said("options.dge=static");
    assertTrue(said.contains("more than 1 %; docs/waits.md says what helps in the kernel"), said);
  }

  /** That both issue the collective is no sign of it: they have to. */
  @Test
  void coresThatBothDoAllOfTheWork() {
    String said = said("ranks.lnc=2");
    assertTrue(said.contains("note W9 the cores of a rank write the same parts"), said);
  }
}

package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sentences about runs that do next to nothing. */
class SmallRunsTest extends TypedCommands {
  @TempDir Path directory;

  private String said(String command, String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("small.yaml"), yaml);
    Object[] words =
        command.equals("run")
            ? new Object[] {command, file, "--out", directory.resolve("out")}
            : new Object[] {command, file};
    assertEquals(0, run(words), err());
    return out().replaceAll("\\s+", " ");
  }

  /** Another instruction is no way to make this one faster. */
  @Test
  void whatOnlyMeasuresGetsNoAdvice() throws IOException {
    String text = said("run", "kernel: micro_vector\nshape: { N: 64 }\n");
    assertFalse(text.contains("Try "), text);
  }

  @Test
  void theMemoryIsNoAnswerWhereNothingGoesThroughIt() throws IOException {
    String text = said("run", "kernel: micro_vector\nshape: { N: 64 }\n");
    assertTrue(text.contains(" us. Limited by"), text);
  }

  @Test
  void oneRankHasNoLatencyOfItsRing() throws IOException {
    String ring = "kernel: allgather_matmul_ring\nshape: { m: 128, K: 128, n: 128 }\n";
    assertFalse(said("run", ring + "ranks: { tp: 1 }\n").contains("latency 0"));
    assertTrue(said("run", ring + "ranks: { tp: 2, lnc: 1 }\n").contains("latency 1.10 us"));
  }

  /** Its baseline would pay for a gather that does nothing. */
  @Test
  void oneRankHasNothingToFuse() throws IOException {
    String ring = "kernel: allgather_matmul_ring\nshape: { m: 512, K: 1024, n: 512 }\n";
    String alone = said("run", ring + "ranks: { tp: 1 }\n");
    assertTrue(alone.contains("About ") && !alone.contains("FUSE"), alone);
    assertTrue(said("run", ring + "ranks: { tp: 2 }\n").contains("FUSE"), out());
  }

  @Test
  void sizesThatABankHasNoRoomForNameTheirKey() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("s.yaml"), "kernel: micro_handoff\nshape: { N: 600 }\n");
    assertEquals(2, run("run", file, "--out", directory.resolve("out")));
    assertTrue(err().contains("shape.N: found 600, expected at most 512"), err());
  }

  @Test
  void whatIsLeftOutNamesTheSizeThatStandsAgainstIt() throws IOException {
    String text = said("advise", "kernel: matmul\nshape: { M: 256, K: 128, N: 512 }\n");
    assertTrue(
        text.contains(
            "left out: options.schedule=blocked: shape.N in tiles of 512: found 1, expected"),
        text);
    assertTrue(text.contains("left out: shape.K=64: expected a multiple of 128"), text);
  }
}

package trn2sim.kernels.nki;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  /** Stands for the recorder: it goes on only if somebody does something meanwhile. */
  private static final String PROGRAM =
      """
      import os, sys, time
      while not os.path.exists(sys.argv[-1] + ".done"):
          time.sleep(0.01)
      open(sys.argv[-1], "w").close()
      """;

  @TempDir Path folder;

  @Test
  void somethingElseIsDoneWhileARecordingTakesTime() throws IOException, InterruptedException {
    Assumptions.assumeTrue(python(), "needs python3");
    Files.writeString(folder.resolve("__main__.py"), PROGRAM);
    Path stream = folder.resolve("stream");
    new Recorder(folder, 10).meanwhile(() -> make(stream + ".done")).record(Map.of(), stream);
    assertTrue(Files.exists(stream));
  }

  private static boolean python() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static void make(String file) {
    try {
      Files.createFile(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

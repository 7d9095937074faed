package trn2sim.kernels.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording is made once; nothing is started while it is good. */
class RecordingCacheTest {
  /** Stands for the recorder: notes that it ran, and lists the kernel's file. */
  private static final String PROGRAM =
      """
      import hashlib, json, sys
      request = json.load(sys.stdin)
      with open(request["log"], "a") as log:
          log.write("x")
      sha = hashlib.sha256(open(request["nki"], "rb").read()).hexdigest()
      with open(sys.argv[-1], "w") as out:
          out.write(json.dumps({"t": "head", "v": 1, "imports": {"k.py": sha, "more.py": ""}}) + "\\n")
      """;

  @TempDir Path folder;
  private RecordingCache cache;
  private Path kernel;
  private Path log;

  @BeforeEach
  void write() throws IOException, InterruptedException {
    boolean here;
    try {
      here = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      here = false;
    }
    Assumptions.assumeTrue(here, "needs python3");
    Path program = Files.createDirectories(folder.resolve("recorder"));
    Files.writeString(program.resolve("__main__.py"), PROGRAM);
    kernel = Files.writeString(folder.resolve("k.py"), "first");
    log = Files.writeString(folder.resolve("log"), "");
    cache = new RecordingCache(new Recorder(program, 60), folder.resolve("cache"));
  }

  private Path stream(int size) {
    Map<String, Object> request =
        Map.of("nki", kernel.toString(), "log", log.toString(), "size", size);
    return cache.stream(request, folder);
  }

  @Test
  void theSecondTimeStartsNoPython() throws IOException {
    Path first = stream(1);
    assertEquals(first, stream(1));
    assertEquals("x", Files.readString(log));
    assertNotEquals(first, stream(2));
    assertEquals("xx", Files.readString(log));
  }

  @Test
  void aChangedFileIsRecordedAgain() throws IOException {
    stream(1);
    Files.writeString(kernel, "second");
    stream(1);
    stream(1);
    assertEquals("xx", Files.readString(log));
  }

  @Test
  void aFileThatWasMissingAndIsThereIsRecordedAgain() throws IOException {
    stream(1);
    stream(1);
    assertEquals("x", Files.readString(log));
    Files.writeString(folder.resolve("more.py"), "");
    stream(1);
    assertEquals("xx", Files.readString(log));
  }

  @Test
  void aChangedRecorderRecordsAgain() throws IOException {
    stream(1);
    Files.writeString(folder.resolve("recorder").resolve("more.py"), "pass");
    stream(1);
    assertEquals("xx", Files.readString(log));
  }
}

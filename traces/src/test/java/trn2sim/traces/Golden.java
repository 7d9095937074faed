package trn2sim.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected texts in files; {@code -Dgolden.update=true} writes them anew, for review. */
public final class Golden {
  private static final Path DIRECTORY = Path.of("src", "test", "resources", "golden");

  private Golden() {}

  public static void check(String name, String actual) {
    Path file = DIRECTORY.resolve(name);
    try {
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(DIRECTORY);
        Files.writeString(file, actual);
      }
      assertEquals(Files.readString(file), actual, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package trn2sim.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs commands as if typed, and keeps what the last one printed. */
public class TypedCommands {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  public final int run(Object... arguments) {
    out.reset();
    err.reset();
    String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    return Main.run(new StandardOutput(out), stream(err), texts);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  public final String out() {
    return out.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }

  public final String err() {
    return err.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }

  static List<String> files(Path directory) throws IOException {
    try (Stream<Path> listing = Files.list(directory)) {
      return listing.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}

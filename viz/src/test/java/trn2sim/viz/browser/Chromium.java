package trn2sim.viz.browser;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A headless Chromium of the tests' own, driven through its DevTools protocol; it needs nothing but
 * the JDK and the browser.
 */
public final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");
  private static final long START_SECONDS = 60;
  private static final long STOP_SECONDS = 10;

  private final Process process;
  private final Path profile;
  private final String address;

  private Chromium(Process process, Path profile, String address) {
    this.process = process;
    this.profile = profile;
    this.address = address;
  }

  private static Optional<Chromium> shared = Optional.empty();

  /** The one browser of all tests, which ends with them; tests are left out without one. */
  public static synchronized Chromium shared() throws IOException, InterruptedException {
    if (shared.isEmpty()) {
      Optional<String> binary = find();
      Assumptions.assumeTrue(binary.isPresent(), "no Chromium");
      shared = Optional.of(start(binary.get()));
      Runtime.getRuntime().addShutdownHook(new Thread(shared.get()::close));
    }
    return shared.get();
  }

  public static boolean isThere() {
    return onPath().isPresent();
  }

  /** The browser's path; empty after a line that says what is left out. */
  private static Optional<String> find() {
    Optional<String> there = onPath();
    if (there.isEmpty()) {
      System.out.println("Browser tests left out: there is no Chromium on the PATH.");
    }
    return there;
  }

  private static Optional<String> onPath() {
    return NAMES.stream()
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(directory -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private static Chromium start(String binary) throws IOException, InterruptedException {
    Path profile = Files.createTempDirectory("trn2sim-chromium");
    Process process =
        new ProcessBuilder(
                binary,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--window-size=1400,1000",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path port = profile.resolve("DevToolsActivePort");
    for (long tenth = 0; tenth < START_SECONDS * 10 && process.isAlive(); tenth++) {
      if (Files.exists(port) && Files.readAllLines(port).size() >= 2) {
        List<String> lines = Files.readAllLines(port);
        String address = "ws://127.0.0.1:" + lines.get(0) + lines.get(1);
        return new Chromium(process, profile, address);
      }
      Thread.sleep(100);
    }
    process.destroyForcibly();
    throw new IOException(binary + " did not open its DevTools port");
  }

  /** A new tab that shows the file. */
  public Page open(Path file) {
    DevTools tools = DevTools.connect(HttpClient.newHttpClient(), URI.create(address));
    return Page.open(tools, file.toUri().toString());
  }

  /** A new tab that shows nothing. */
  public Page blank() {
    DevTools tools = DevTools.connect(HttpClient.newHttpClient(), URI.create(address));
    return Page.open(tools, "about:blank");
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(STOP_SECONDS, TimeUnit.SECONDS).exceptionally(late -> kill()).join();
    try (Stream<Path> tree = Files.walk(profile)) {
      tree.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      // A file that the browser removed itself; the directory is a temporary one.
      return;
    }
  }

  private Process kill() {
    return process.destroyForcibly();
  }
}

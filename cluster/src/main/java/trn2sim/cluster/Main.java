package trn2sim.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import trn2sim.core.config.SpecException;
import trn2sim.traces.sweep.SweepTable;

/** What {@code spark-submit} starts: a sweep with its journal and its table, without charts. */
public final class Main {
  private static final int BAD_INPUT = 2;

  private Main() {}

  /** Takes FILE {@code --out DIR} and the options of {@code trn2sim cluster-sweep}. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    int status = run(List.of(arguments));
    if (status != 0) {
      System.exit(status);
    }
  }

  private static int run(List<String> arguments) {
    try {
      Options options = Options.parse(arguments);
      int[] failed = {0};
      new ClusterSweep(options, () -> {}, Main::say)
          .run(table -> failed[0] = write(table, options.out()));
      return failed[0];
    } catch (SpecException | IllegalArgumentException e) {
      say(e.getMessage());
      return BAD_INPUT;
    } catch (IOException | UncheckedIOException e) {
      say(e.getMessage());
      return 1;
    }
  }

  private static int write(SweepTable table, Path directory) throws IOException {
    Path made = Files.createTempFile(directory, ".sweep", ".csv");
    try (Writer csv = Files.newBufferedWriter(made)) {
      table.csv(csv);
    }
    Path target = directory.resolve("sweep.csv");
    Files.move(made, target, StandardCopyOption.REPLACE_EXISTING);
    say(table.rows().size() + " points, " + table.failed() + " failed: " + target);
    return table.failed() == table.rows().size() ? 1 : 0;
  }

  private static void say(String line) {
    System.err.println("trn2sim: " + line);
  }
}

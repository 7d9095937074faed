package trn2sim.cluster;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster sweep is asked for.
 *
 * @param changes to the file, as {@code KEY=VALUE}
 * @param master of the cluster; absent where {@code spark-submit} says it
 * @param executors how many to wait for
 * @param patience for how many seconds
 * @param settings of Spark
 */
record Options(
    Path file,
    Path out,
    List<String> changes,
    Optional<String> master,
    int executors,
    int patience,
    Map<String, String> settings,
    boolean fresh) {
  static final int PATIENCE_SECONDS = 60;

  /** Of a command line; what it does not know is an {@link IllegalArgumentException}. */
  static Options parse(List<String> arguments) {
    Deque<String> rest = new ArrayDeque<>(arguments);
    Optional<Path> file = Optional.empty();
    Optional<Path> out = Optional.empty();
    Optional<String> master = Optional.empty();
    List<String> changes = new ArrayList<>();
    Map<String, String> settings = new LinkedHashMap<>();
    int executors = 1;
    int patience = PATIENCE_SECONDS;
    boolean fresh = false;
    while (!rest.isEmpty()) {
      String argument = rest.pop();
      switch (argument) {
        case "--out" -> out = Optional.of(Path.of(value(argument, rest)));
        case "--set" -> changes.add(value(argument, rest));
        case "--master" -> master = Optional.of(value(argument, rest));
        case "--executors" -> executors = count(argument, rest);
        case "--wait" -> patience = count(argument, rest);
        case "--conf" -> setting(value(argument, rest), settings);
        case "--fresh" -> fresh = true;
        default -> {
          if (argument.startsWith("-") || file.isPresent()) {
            throw new IllegalArgumentException("found " + argument + ", expected FILE --out DIR");
          }
          file = Optional.of(Path.of(argument));
        }
      }
    }
    return new Options(
        file.orElseThrow(() -> missing("a sweep's FILE")),
        out.orElseThrow(() -> missing("--out DIR")),
        changes,
        master,
        executors,
        patience,
        settings,
        fresh);
  }

  private static IllegalArgumentException missing(String what) {
    return new IllegalArgumentException("found none, expected " + what);
  }

  private static String value(String option, Deque<String> rest) {
    if (rest.isEmpty()) {
      throw missing("a value after " + option);
    }
    return rest.pop();
  }

  private static int count(String option, Deque<String> rest) {
    String text = value(option, rest);
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException(option + ": found " + text + ", expected 1 to 999999");
    }
    return Integer.parseInt(text);
  }

  private static void setting(String text, Map<String, String> settings) {
    String[] parts = text.split("=", 2);
    if (parts.length != 2 || !parts[0].startsWith("spark.")) {
      throw new IllegalArgumentException("--conf: found " + text + ", expected spark.KEY=VALUE");
    }
    settings.put(parts[0], parts[1]);
  }
}

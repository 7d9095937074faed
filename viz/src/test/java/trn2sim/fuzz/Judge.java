package trn2sim.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import trn2sim.cli.TypedCommands;

/** Runs commands and says what is wrong with how they end. */
final class Judge {
  /** How long a command may take before it counts as hanging, even on a busy machine. */
  private static final int SECONDS = 180;

  /** The program's own words, with the place first. */
  private static final Pattern MESSAGE = Pattern.compile("trn2sim: \\S.*");

  /** A key in a file needs the line; files as a whole and words of the command have none. */
  private static final Pattern KEY_WITHOUT_LINE =
      Pattern.compile("trn2sim: [^: ]+\\.yaml ([a-z]+\\.)*([A-Za-z_]+): found (?!nothing).*");

  /** What refusals of YAML files are made of. */
  private static final Pattern FOUND_AND_EXPECTED =
      Pattern.compile("trn2sim: [^ ]*\\.yaml[: ].*found .*, expected .*");

  private static final Pattern ABOUT_YAML = Pattern.compile("trn2sim: [^ ]*\\.yaml[: ].*");
  private static final Pattern TRACE =
      Pattern.compile(
          "internal error|\\tat |[a-z]\\.[A-Z][A-Za-z]*(Exception|Error)|\u001b|\u202e");
  private static final Pattern FILES_OF_A_RUN =
      Pattern.compile("report\\.html|result\\.json|trace\\.json");

  /** How a command ended. */
  record Ending(int status, String out, String err, List<String> objections) {
    boolean good() {
      return status == 0 && objections.isEmpty();
    }
  }

  private Judge() {}

  static Ending end(Input input) {
    try {
      Path directory = Files.createTempDirectory("fuzz");
      try {
        for (Map.Entry<String, String> file : input.files().entrySet()) {
          Files.writeString(directory.resolve(file.getKey()), printable(file.getValue()));
        }
        return end(input, directory);
      } finally {
        delete(directory);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Half a character cannot be written in UTF-8. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cs}", "?");
  }

  private static Ending end(Input input, Path directory) throws IOException {
    TypedCommands commands = new TypedCommands();
    Object[] words =
        input.command().stream()
            .map(word -> word.replace(Input.DIRECTORY, directory.toString()))
            .toArray();
    FutureTask<Integer> task = new FutureTask<>(() -> commands.run(words));
    Thread thread = new Thread(task, "command");
    thread.setDaemon(true);
    thread.start();
    int status;
    try {
      status = task.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return new Ending(-1, "", "", List.of("still running after " + SECONDS + " s"));
    } catch (ExecutionException | InterruptedException e) {
      return new Ending(-1, "", "", List.of("thrown: " + e));
    }
    List<String> objections = new ArrayList<>();
    checkWords(status, commands.err(), input.toString(), objections);
    if (status == 2) {
      require(commands.out().isEmpty(), "refused, and yet a result", objections);
    }
    checkFiles(directory, objections);
    objections.replaceAll(text -> text.replace(directory.toString(), Input.DIRECTORY));
    return new Ending(status, commands.out(), commands.err(), objections);
  }

  private static void checkWords(int status, String err, String texts, List<String> objections) {
    require(status >= 0 && status <= 2, "status " + status, objections);
    require(!TRACE.matcher(err).find(), "not in words: " + err, objections);
    if (status == 2) {
      String line = err.lines().reduce((first, last) -> last).orElse("");
      require(MESSAGE.matcher(line).matches(), "no message: " + err, objections);
      require(
          !ABOUT_YAML.matcher(line).matches() || FOUND_AND_EXPECTED.matcher(line).matches(),
          "neither found nor expected: " + line,
          objections);
      Matcher key = KEY_WITHOUT_LINE.matcher(line);
      boolean inFile = key.matches() && texts.contains(key.group(2) + ":");
      require(!inFile, "no line: " + line, objections);
    }
  }

  /** No scratch files, and of a run all files or none. */
  private static void checkFiles(Path directory, List<String> objections) throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      List<String> names = tree.map(path -> String.valueOf(path.getFileName())).toList();
      require(
          names.stream().noneMatch(name -> name.startsWith(".trn2sim")),
          "left behind: " + names,
          objections);
      long results = names.stream().filter(FILES_OF_A_RUN.asMatchPredicate()).count();
      require(results % 3 == 0, "half-written: " + names, objections);
    }
  }

  private static void require(boolean condition, String otherwise, List<String> objections) {
    if (!condition) {
      objections.add(otherwise);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}

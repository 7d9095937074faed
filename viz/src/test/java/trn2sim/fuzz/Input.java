package trn2sim.fuzz;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A command and the files it reads.
 *
 * @param files their text by name
 * @param command its words; {@link #DIRECTORY} stands for where the files are
 */
record Input(Map<String, String> files, List<String> command) {
  static final String DIRECTORY = "DIR";

  Input {
    files = Map.copyOf(files);
    command = List.copyOf(command);
  }

  /** A file's name as a word of the command. */
  static String path(String file) {
    return DIRECTORY + "/" + file;
  }

  @Override
  public String toString() {
    String texts =
        files.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(file -> "---- " + file.getKey() + "\n" + file.getValue() + "\n")
            .collect(Collectors.joining());
    return "trn2sim " + String.join(" ", command) + "\n" + texts + "----";
  }
}

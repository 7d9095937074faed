package trn2sim.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import trn2sim.core.config.YamlCursor;
import trn2sim.traces.scenario.Assignment;

/** What the command line changes in a scenario. */
final class ScenarioChanges {
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replace a value of the scenario by its dotted key, such as shape.K=8192.")
  private List<String> assignments = List.of();

  @Option(
      names = "--overrides",
      paramLabel = "YAML",
      description = "A file with overrides of device parameters, such as calibrate writes.")
  private Optional<Path> overrides = Optional.empty();

  /** What a file overrides, then what is set by itself. */
  List<Assignment> all() {
    List<Assignment> changes = new ArrayList<>();
    overrides.ifPresent(file -> changes.addAll(overrides(file)));
    assignments.stream().map(Assignment::parse).forEach(changes::add);
    return changes;
  }

  private static List<Assignment> overrides(Path file) {
    YamlCursor top = YamlCursor.read(file);
    top.expect(List.of("overrides"));
    return top.child("overrides").flatten().entrySet().stream()
        .map(entry -> override(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static Assignment override(String name, YamlCursor value) {
    return new Assignment("overrides." + name, value.string(), Optional.of(value.where()));
  }

  /** What tells the results of these changes from others. */
  List<String> names() {
    List<String> changes = new ArrayList<>(assignments);
    overrides.ifPresent(file -> changes.add("overrides=" + file));
    return changes;
  }

  /** As another command takes them, with a space before each. */
  String settings() {
    StringBuilder text = new StringBuilder();
    overrides.ifPresent(file -> text.append(" --overrides ").append(quoted(file.toString())));
    assignments.forEach(assignment -> text.append(" --set ").append(quoted(assignment)));
    return text.toString();
  }

  /** What a shell would take apart is quoted. */
  private static String quoted(String word) {
    boolean plain = word.matches("[\\w.,:=/+@%-]+");
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}

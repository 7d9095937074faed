package trn2sim.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.YamlCursor;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** The scenario files of a command, and what the command line changes in them. */
final class ScenarioArguments {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Scenario files (YAML).")
  private List<Path> files = List.of();

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

  @Mixin private Recording recording;

  /** What the command line sets, as another command takes it. */
  String settings() {
    return settings(assignments);
  }

  /** The same of any assignments; what a shell would take apart is quoted. */
  static String settings(List<String> assignments) {
    StringBuilder text = new StringBuilder();
    for (String assignment : assignments) {
      boolean plain = assignment.matches("[\\w.,:=/+@%-]+");
      text.append(" --set ");
      text.append(plain ? assignment : "'" + assignment.replace("'", "'\\''") + "'");
    }
    return text.toString();
  }

  /** Where a scenario's results go by default. */
  String directory(Scenario scenario) {
    List<String> changes = new ArrayList<>(assignments);
    overrides.ifPresent(file -> changes.add("overrides=" + file));
    return OutputName.of(scenario.directory(), changes);
  }

  List<Scenario> load(Optional<String> mode) {
    return load(mode, () -> {});
  }

  /**
   * All files are read before anything runs.
   *
   * @param meanwhile begins what can be done while a recording takes time
   */
  List<Scenario> load(Optional<String> mode, Runnable meanwhile) {
    ScenarioLoader loader = recording.loader(meanwhile);
    List<Assignment> changes = new ArrayList<>();
    overrides.ifPresent(file -> changes.addAll(overrides(file)));
    assignments.stream().map(Assignment::parse).forEach(changes::add);
    mode.ifPresent(word -> changes.add(new Assignment("run.mode", word)));
    return files.stream().map(file -> loader.load(file, changes)).toList();
  }

  /** What the command line sets comes after them. */
  private static List<Assignment> overrides(Path file) {
    YamlCursor top = YamlCursor.read(file);
    top.expect(List.of("overrides"));
    return top.child("overrides").flatten().entrySet().stream()
        .map(entry -> new Assignment("overrides." + entry.getKey(), entry.getValue().string()))
        .toList();
  }
}

package trn2sim.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** The scenario files of a command, and what the command line changes in them. */
final class ScenarioArguments {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Scenario files (YAML).")
  private List<Path> files = List.of();

  @Mixin private ScenarioChanges changes;

  @Mixin private Recording recording;

  /** What the command line sets, as another command takes it. */
  String settings() {
    return changes.settings();
  }

  /** Where a scenario's results go by default. */
  String directory(Scenario scenario) {
    return OutputName.of(scenario.directory(), changes.names());
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
    List<Assignment> all = new ArrayList<>(changes.all());
    mode.ifPresent(word -> all.add(new Assignment("run.mode", word, Optional.of("--mode"))));
    return files.stream().map(file -> loader.load(file, all)).toList();
  }
}

package trn2sim.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.traces.profile.ProfileReader;
import trn2sim.traces.replay.ProfileRun;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** One side of a comparison: a scenario to run, or a profile that was measured. */
final class ComparedFile {
  private final Path file;
  private final Optional<Scenario> scenario;

  /** Reads a scenario; a profile is only named, for reading it takes long. */
  ComparedFile(Path file, List<Assignment> changes, ScenarioLoader loader) {
    this.file = file;
    boolean profile = ProfileReader.isProfile(file);
    if (profile && !changes.isEmpty()) {
      throw SpecException.at(
          "--set", changes.get(0).key() + " of the profile " + file, "a value of a scenario");
    }
    this.scenario = profile ? Optional.empty() : Optional.of(loader.load(file, changes));
  }

  static boolean isProfile(Path file) {
    return ProfileReader.isProfile(file);
  }

  /** Its name as a part of that of a directory. */
  String directory() {
    return scenario
        .map(Scenario::directory)
        .orElseGet(() -> Scenario.directory(ProfileRun.name(file.toString())));
  }

  RunResult run(String device, Terminal terminal) {
    return scenario
        .map(s -> ScenarioExecution.run(s, terminal))
        .orElseGet(() -> ProfileSource.run(file, device, terminal));
  }
}

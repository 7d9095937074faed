package trn2sim.cli;

import java.nio.file.Path;
import trn2sim.traces.profile.ProfileReader;
import trn2sim.traces.replay.ProfileRun;
import trn2sim.traces.run.RunResult;

/** Reads profiles for commands. */
final class ProfileSource {
  private ProfileSource() {}

  /** The run that a file holds, with progress while it is read. */
  static RunResult run(Path file, String device, Terminal terminal) {
    try (Progress progress = Progress.start(terminal, file.toString())) {
      RunResult run = ProfileRun.of(ProfileReader.read(file), device);
      progress.end();
      return run;
    }
  }
}

package trn2sim.cli;

import picocli.CommandLine.Option;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.Kernels;
import trn2sim.traces.scenario.LocalFiles;
import trn2sim.traces.scenario.ScenarioLoader;

/** How long the NKI kernels of a command's scenarios may take to record. */
final class Recording {
  @Option(
      names = "--record-timeout",
      paramLabel = "S",
      description = "Seconds that recording an NKI kernel may take; default ${DEFAULT-VALUE}.")
  private long timeout = LocalFiles.RECORD_SECONDS;

  /** Reads scenarios whose kernels may take that long. */
  ScenarioLoader loader() {
    return loader(() -> {});
  }

  /**
   * The same.
   *
   * @param meanwhile begins what can be done while a recording takes time
   */
  ScenarioLoader loader(Runnable meanwhile) {
    return new ScenarioLoader(Kernels.ALL, new LocalFiles(seconds(), meanwhile));
  }

  long seconds() {
    if (timeout < 1) {
      throw SpecException.at(
          "--record-timeout", Long.toString(timeout), "a number of seconds, 1 at least");
    }
    return timeout;
  }
}

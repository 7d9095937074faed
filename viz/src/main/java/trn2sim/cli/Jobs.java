package trn2sim.cli;

import java.util.Optional;
import picocli.CommandLine.Option;
import trn2sim.core.config.SpecException;

/** How many simulations run at once. */
final class Jobs {
  private static final int MOST = 1024;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Simulations that run at once; default: one per processor.")
  private Optional<Integer> jobs = Optional.empty();

  /** Refused if out of range. */
  int count() {
    int count = jobs.orElse(Runtime.getRuntime().availableProcessors());
    if (count < 1 || count > MOST) {
      throw SpecException.at("--jobs", Integer.toString(count), "1 to " + MOST);
    }
    return count;
  }
}

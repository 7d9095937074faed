package trn2sim.traces.scenario;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The files that scenarios name: those of this machine, or copies of another's. */
public interface ScenarioFiles {
  /** A name in full, on the machine whose files these are. */
  Path absolute(Path name);

  /** Where the contents of a file are on this machine, if there is a file of that name. */
  Optional<Path> find(Path name);

  /**
   * The stream of a recorder's request.
   *
   * @param folder where the kernel file is, which the names of imported files are relative to
   */
  Path recording(Map<String, Object> request, Path folder);
}

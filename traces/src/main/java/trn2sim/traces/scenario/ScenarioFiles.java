package trn2sim.traces.scenario;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.kernels.nki.stream.NkiException;

/** The files that scenarios name: those of this machine, or copies of another's. */
public interface ScenarioFiles {
  /** A name in full, on the machine whose files these are. */
  Path absolute(Path name);

  /** Where the contents of a file are on this machine, if there is a file of that name. */
  Optional<Path> find(Path name);

  /** The file that a mistyped one most likely meant, where that can be seen. */
  default Optional<String> nearest(Path missing) {
    return Optional.empty();
  }

  /**
   * The stream of a recorder's request.
   *
   * @param folder where the kernel file is, which the names of imported files are relative to
   */
  Path recording(Map<String, Object> request, Path folder);

  /** What a Python function of the scenario's author returns, where it can be called. */
  default List<double[]> results(Map<String, Object> request) {
    throw new NkiException(
        "kernel.reference: found a Python function, expected kernel.check or neither, for Python"
            + " files stay on the machine that has them");
  }
}

package trn2sim.traces.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.findings.LineCost;

/**
 * Names for the instructions of a core, {@code I-<statement>-<iteration>}. The statement is the
 * source line of an NKI kernel; of other kernels, which have none, instructions that look alike
 * count as one statement.
 */
final class Statements {
  private final Launch launch;
  private final int process;
  private final Map<String, Integer> alike = new HashMap<>();
  private final Map<Integer, Integer> iterations = new HashMap<>();

  Statements(Launch launch, int process) {
    this.launch = launch;
    this.process = process;
  }

  /** Where in the source of an NKI kernel it comes from, {@code kernel.py:12}. */
  Optional<String> location(int task) {
    return LineCost.place(launch, process, task)
        .map(SourceLines.Place::innermost)
        .map(frame -> frame.file() + ":" + frame.line());
  }

  /** The name of the next instruction, which looks so without its addresses. */
  String name(int task, String look) {
    Optional<SourceLines.Place> place = LineCost.place(launch, process, task);
    int statement =
        place.isPresent()
            ? place.get().innermost().line()
            : alike.computeIfAbsent(look, l -> alike.size() + 1);
    int iteration = iterations.merge(statement, 1, Integer::sum) - 1;
    return "I-" + statement + "-" + iteration;
  }
}

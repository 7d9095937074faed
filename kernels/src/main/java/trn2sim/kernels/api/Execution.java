package trn2sim.kernels.api;

import java.util.List;
import java.util.OptionalLong;

/** A kernel made concrete on its machine, ready to run in each of its views. */
public interface Execution {
  /** What each rank has to do; a rank that the machine does not simulate computes nothing. */
  Work work();

  /** The views that make sense for the request, {@link View#TOTAL} first. */
  List<View> views();

  /** How many instructions all cores will run, where that is known before they do. */
  default OptionalLong instructions() {
    return OptionalLong.empty();
  }

  /** Runs one view to the end on a simulation of its own. */
  Outcome run(RunSetup setup);
}

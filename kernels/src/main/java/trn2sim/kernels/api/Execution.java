package trn2sim.kernels.api;

import java.util.List;
import trn2sim.core.sim.Simulation;

/** A kernel made concrete on its machine, ready to run in each of its views. */
public interface Execution {
  /** Useful floating-point operations of one rank. */
  double flopsPerRank();

  /** The peak rate of one rank in floating-point operations per second. */
  double peakFlopsPerRank();

  /** The mathematics; a rank that the machine does not simulate computes nothing. */
  TiledProblem problem();

  /** The views that make sense for the request, {@link View#TOTAL} first. */
  List<View> views();

  /** Runs one view to the end on a simulation of its own. */
  Outcome run(View view, Simulation simulation);
}

package trn2sim.kernels.api;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import trn2sim.core.sim.Simulation;

/** The times of all views of an execution and what they say about overlap. */
public record ViewTimes(Map<View, Outcome> outcomes) {
  public ViewTimes {
    outcomes = Collections.unmodifiableMap(new EnumMap<>(outcomes));
  }

  /** Runs every view, each on a fresh simulation. */
  public static ViewTimes of(Execution execution, Supplier<Simulation> simulations) {
    Map<View, Outcome> outcomes = new EnumMap<>(View.class);
    for (View view : execution.views()) {
      outcomes.put(view, execution.run(view, simulations.get()));
    }
    return new ViewTimes(outcomes);
  }

  public boolean has(View view) {
    return outcomes.containsKey(view);
  }

  /** Mean over ranks in microseconds. */
  public double us(View view) {
    return outcomes.get(view).meanPs() / 1e6;
  }

  /** Sequential over total. */
  public double speedup() {
    return us(View.SEQUENTIAL) / us(View.TOTAL);
  }

  /** The share of the shorter part that was hidden, zero if nothing was. */
  public double overlapEfficiency() {
    double compute = us(View.COMPUTE_ONLY);
    double comm = us(View.COMM_ONLY);
    return Math.max(0, compute + comm - us(View.TOTAL)) / Math.min(compute, comm);
  }
}

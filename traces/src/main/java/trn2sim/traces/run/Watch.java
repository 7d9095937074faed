package trn2sim.traces.run;

import java.util.function.LongSupplier;
import trn2sim.core.sim.Simulation;

/** Told what a run is doing, so that somebody can look on from another thread. */
public interface Watch {
  /** Nobody looks. */
  Watch NOBODY =
      new Watch() {
        @Override
        public void begins(Stage stage) {}

        @Override
        public void ends() {}
      };

  /**
   * One simulation of several that make up a run.
   *
   * @param name what is simulated
   * @param number of this stage, from 1
   * @param stages how many there are
   * @param done instructions that have an end
   * @param total instructions there are
   */
  record Stage(
      String name, int number, int stages, Simulation simulation, LongSupplier done, long total) {}

  void begins(Stage stage);

  /** The stage is over; its simulation should be let go. */
  void ends();
}

package trn2sim.kernels.api;

import java.util.List;
import java.util.function.Consumer;
import trn2sim.core.check.Invariants;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.machine.Disturbances;

/**
 * One simulation of an execution.
 *
 * @param disturbances what is not as usual, on machines whose scenarios can say so
 * @param listener told of what tasks do to memory, in the order of simulated time
 * @param loaded told of the processes before they run
 * @param rows whether the timeline is wanted, as opposed to the time alone
 */
public record RunSetup(
    View view,
    Simulation simulation,
    Disturbances disturbances,
    Runner.Listener listener,
    Consumer<List<Process>> loaded,
    boolean rows) {
  /** An undisturbed simulation that nobody looks at. */
  public RunSetup(View view, Simulation simulation) {
    this(view, simulation, (process, task) -> {});
  }

  /** An undisturbed simulation. */
  public RunSetup(View view, Simulation simulation, Runner.Listener listener) {
    this(view, simulation, Disturbances.NONE, listener, processes -> {}, true);
  }

  /** For processes to be added to; without rows they need not remember how they ran. */
  Runner runner() {
    return new Runner(simulation, listener, rows);
  }

  /** Runs what was added, after telling of it. */
  public void run(Runner runner) {
    loaded.accept(runner.processes());
    runner.run();
  }

  /** What has run, found to obey the laws; without rows only its end. */
  public Timeline timeline(List<Process> processes) {
    if (!rows) {
      return new Timeline(List.of(), TimelineReader.endPs(processes));
    }
    Timeline timeline = TimelineReader.of(processes);
    Invariants.check(processes, timeline);
    return timeline;
  }
}

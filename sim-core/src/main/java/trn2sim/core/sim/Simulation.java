package trn2sim.core.sim;

import java.util.concurrent.CancellationException;
import trn2sim.core.cancel.Cancellation;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * Simulated time in picoseconds and the events on it: the only user of SSJ's simulator. Events at
 * one instant run by {@link Phase}, then in the order in which they were scheduled.
 */
public final class Simulation {
  private final Simulator simulator;
  private final RunLimits limits;
  private long events;
  private boolean running;
  private RuntimeException failure;

  public Simulation() {
    this(EventListKind.SPLAY_TREE, RunLimits.DEFAULT);
  }

  public Simulation(EventListKind list, RunLimits limits) {
    this.simulator = new Simulator(list.create());
    this.simulator.init();
    this.limits = limits;
  }

  /** The current instant, in picoseconds. */
  public long now() {
    return (long) simulator.time();
  }

  /** Events run so far. */
  public long events() {
    return events;
  }

  /** Runs {@code action} at the absolute instant {@code timePs}, which may not lie in the past. */
  public void at(long timePs, Phase phase, String what, Runnable action) {
    long delay = timePs - now();
    if (delay < 0) {
      throw new IllegalArgumentException(
          what + " scheduled at " + timePs + " ps, before now, " + now() + " ps");
    }
    new Action(simulator, phase, what, action).schedule(delay);
  }

  /** Runs until no event is left; after a failure, only repeats it. */
  public void run() {
    if (running) {
      throw new IllegalStateException("the simulation is already running");
    }
    if (failure != null) {
      throw failure;
    }
    if (simulator.getEventList().isEmpty()) {
      return;
    }
    running = true;
    simulator.start();
    running = false;
    if (failure != null) {
      throw failure;
    }
  }

  private void perform(Action event) {
    events++;
    if (events > limits.maxEvents() || now() > limits.maxPs()) {
      fail(
          new SimulationException(
              "limit reached after " + events + " events at " + now() + " ps, in " + event.what));
      return;
    }
    try {
      Cancellation.check();
      event.action.run();
    } catch (SimulationException | CancellationException e) {
      fail(e);
    } catch (RuntimeException e) {
      fail(new SimulationException("at " + now() + " ps in " + event.what + ": " + e, e));
    }
  }

  /** SSJ would go on after an exception, so the list is emptied and the failure kept for run(). */
  private void fail(RuntimeException e) {
    failure = e;
    simulator.getEventList().clear();
    simulator.stop();
  }

  private final class Action extends Event {
    private final String what;
    private final Runnable action;

    Action(Simulator simulator, Phase phase, String what, Runnable action) {
      super(simulator);
      this.what = what;
      this.action = action;
      setPriority(phase.ordinal());
    }

    @Override
    public void actions() {
      perform(this);
    }
  }
}

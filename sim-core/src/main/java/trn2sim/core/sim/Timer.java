package trn2sim.core.sim;

/**
 * One appointment that may move. Moving it never cancels an SSJ event, whose cost grows with the
 * number of ties; an outdated event wakes, sees that it is outdated, and does nothing.
 */
public final class Timer {
  private static final long IDLE = Long.MAX_VALUE;

  private final Simulation simulation;
  private final Phase phase;
  private final String what;
  private final Runnable action;
  private long due = IDLE;
  private long armed = IDLE;

  public Timer(Simulation simulation, Phase phase, String what, Runnable action) {
    this.simulation = simulation;
    this.phase = phase;
    this.what = what;
    this.action = action;
  }

  /** Moves the appointment to {@code timePs}. */
  public void set(long timePs) {
    due = timePs;
    if (timePs < armed) {
      armed = timePs;
      simulation.at(timePs, phase, what, () -> wake(timePs));
    }
  }

  /** Drops the appointment. */
  public void clear() {
    due = IDLE;
  }

  private void wake(long timePs) {
    if (timePs != armed) {
      return;
    }
    armed = IDLE;
    if (due == timePs) {
      due = IDLE;
      action.run();
    } else if (due != IDLE) {
      set(due);
    }
  }
}

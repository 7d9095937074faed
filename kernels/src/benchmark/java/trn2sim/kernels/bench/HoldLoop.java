package trn2sim.kernels.bench;

import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** The bare engine: a fixed number of pending events, each of which only schedules itself again. */
final class HoldLoop {
  private static final int PENDING = 1024;
  private static final int LONGEST = 1 << 20;

  private final Simulator simulator = new Simulator(new SplayTree());
  private final long events;
  private long done;
  private long state = 42;

  HoldLoop(long events) {
    this.events = events;
  }

  /** Runs all events. */
  void run() {
    simulator.init();
    for (int i = 0; i < PENDING; i++) {
      new Hold(simulator).schedule(delay());
    }
    simulator.start();
  }

  /** A linear congruential generator (Knuth, MMIX); its upper bits are good enough here. */
  private long delay() {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return (state >>> 33) % LONGEST;
  }

  private final class Hold extends Event {
    Hold(Simulator simulator) {
      super(simulator);
    }

    @Override
    public void actions() {
      if (++done >= events) {
        simulator.stop();
      } else {
        schedule(delay());
      }
    }
  }
}

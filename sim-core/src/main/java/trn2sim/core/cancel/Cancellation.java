package trn2sim.core.cancel;

import java.util.concurrent.CancellationException;

/**
 * Ends work that nobody wants any more: whoever wants to end it interrupts its thread, and every
 * loop over instructions, events or bars asks at each turn, which costs about as much as reading a
 * field.
 */
public final class Cancellation {
  private Cancellation() {}

  /** Throws if this thread was interrupted; it stays so, for all who look later. */
  public static void check() {
    check(Thread.currentThread());
  }

  /** The same for work that a thread has left to others and waits for. */
  public static void check(Thread owner) {
    if (owner.isInterrupted()) {
      throw new CancellationException("interrupted");
    }
  }
}

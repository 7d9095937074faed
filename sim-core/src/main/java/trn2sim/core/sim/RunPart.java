package trn2sim.core.sim;

import java.util.Locale;
import java.util.function.Supplier;

/**
 * What a run is doing, told to whoever listens on its thread: only the command line may look at the
 * clock, and it cannot see where one part ends and the next begins.
 */
public enum RunPart {
  RECORDING,
  READING,
  ORDERING,
  ASSEMBLING,
  SIMULATING,
  REFERENCE,
  FIGURES,
  FILES;

  private static final ThreadLocal<Listener> LISTENER = new ThreadLocal<>();

  /** Hears of parts, which may lie in one another. */
  public interface Listener {
    void begin(RunPart part);

    void end();
  }

  /** Does something that is this part of a run, or of a part of it. */
  public <T> T of(Supplier<T> work) {
    Listener listener = LISTENER.get();
    if (listener == null) {
      return work.get();
    }
    listener.begin(this);
    try {
      return work.get();
    } finally {
      listener.end();
    }
  }

  /** Does something whose parts, as far as they are done on this thread, a listener hears of. */
  public static <T> T heard(Listener listener, Supplier<T> work) {
    Listener before = LISTENER.get();
    LISTENER.set(listener);
    try {
      return work.get();
    } finally {
      LISTENER.set(before);
    }
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

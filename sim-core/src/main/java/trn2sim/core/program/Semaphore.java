package trn2sim.core.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A counter that only rises, with the time of every rise. Completion times may be known ahead of
 * the clock, so a wait asks when the value is reached rather than whether it has been. That is well
 * defined when one lane signals, or when waiters wait for the full count.
 */
public final class Semaphore {
  private record Waiter(long value, Process process, int lane) {}

  private final String name;
  private long[] values = new long[4];
  private long[] times = new long[4];
  private int rises;
  private final List<Waiter> waiters = new ArrayList<>(2);

  public Semaphore(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** The value after all rises known so far. */
  public long value() {
    return rises == 0 ? 0 : values[rises - 1];
  }

  /** When the value is reached, or {@link Placement#PENDING} if that is not known yet. */
  long reachedPs(long value) {
    if (value <= 0) {
      return 0;
    }
    int low = Arrays.binarySearch(values, 0, rises, value);
    int at = low >= 0 ? low : -low - 1;
    return at == rises ? Placement.PENDING : times[at];
  }

  void rise(long amount, long atPs) {
    if (rises == values.length) {
      values = Arrays.copyOf(values, rises * 2);
      times = Arrays.copyOf(times, rises * 2);
    }
    values[rises] = value() + amount;
    times[rises] = Math.max(atPs, rises == 0 ? 0 : times[rises - 1]);
    rises++;
    long reached = value();
    for (int i = 0; i < waiters.size(); i++) {
      Waiter waiter = waiters.get(i);
      if (waiter.value <= reached) {
        waiters.remove(i--);
        waiter.process.wake(waiter.lane);
      }
    }
  }

  void await(long value, Process process, int lane) {
    waiters.add(new Waiter(value, process, lane));
  }
}

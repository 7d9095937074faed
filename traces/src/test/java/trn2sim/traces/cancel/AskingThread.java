package trn2sim.traces.cancel;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A thread that counts how often it is asked whether it was interrupted, and says so from a certain
 * time on. What it allocates between two questions stands for the work in between, which is the
 * same on every machine.
 */
final class AskingThread extends Thread {
  private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Runnable work;
  private final long answers;
  private final AtomicLong asked = new AtomicLong();
  private long last;
  private long begin;
  private long widest;
  private Optional<CancellationException> end = Optional.empty();

  /**
   * @param answers how many questions are answered with no
   */
  private AskingThread(Runnable work, long answers) {
    this.work = work;
    this.answers = answers;
  }

  static AskingThread run(Runnable work, long answers) {
    AskingThread thread = new AskingThread(work, answers);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return thread;
  }

  @Override
  public void run() {
    begin = MEMORY.getCurrentThreadAllocatedBytes();
    last = begin;
    try {
      work.run();
    } catch (CancellationException e) {
      end = Optional.of(e);
    }
    note();
  }

  @Override
  public boolean isInterrupted() {
    if (Thread.currentThread() == this) {
      note();
    }
    return asked.incrementAndGet() > answers || super.isInterrupted();
  }

  private void note() {
    long now = MEMORY.getCurrentThreadAllocatedBytes();
    widest = Math.max(widest, now - last);
    last = now;
  }

  /** How often, by itself and by those who work for it. */
  long asked() {
    return asked.get();
  }

  /** The longest time without a question, as a part of the whole. */
  double widestPart() {
    return (double) widest / (last - begin);
  }

  /** How the work ended, if it did not come to its end. */
  Optional<CancellationException> end() {
    return end;
  }
}

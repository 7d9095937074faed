package trn2sim.cli;

import java.util.concurrent.atomic.AtomicLong;

/** A line on stderr that says what is under way, once it takes long; only on a terminal. */
final class Progress implements AutoCloseable {
  private static final long PERIOD_MILLIS = 500;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Terminal terminal;
  private final String what;
  private final Thread thread;
  private final AtomicLong done = new AtomicLong();
  private final long total;
  private boolean shown;
  private boolean over;

  private Progress(Terminal terminal, String what, long total) {
    this.terminal = terminal;
    this.what = what;
    this.total = total;
    this.thread = new Thread(this::tick, "progress");
    this.thread.setDaemon(true);
  }

  static Progress start(Terminal terminal, String what) {
    return start(terminal, what, 0);
  }

  static Progress start(Terminal terminal, String what, long total) {
    Progress progress = new Progress(terminal, what, total);
    if (terminal.progress()) {
      progress.thread.start();
    }
    return progress;
  }

  /** One more of the total is done. */
  void step() {
    done.incrementAndGet();
  }

  private void tick() {
    try {
      for (int periods = 1; ; periods++) {
        Thread.sleep(PERIOD_MILLIS);
        if (periods > 1 && !show(periods * PERIOD_MILLIS / 1000)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean show(long seconds) {
    if (!over) {
      terminal.err().print(CLEAR_LINE + what + count(seconds) + " ... " + seconds + " s");
      terminal.err().flush();
      shown = true;
    }
    return !over;
  }

  private String count(long seconds) {
    if (total == 0) {
      return "";
    }
    long now = done.get();
    String left = now == 0 ? "" : ", " + (total - now) * seconds / now + " s left";
    return " " + now + "/" + total + " (" + 100 * now / total + " %" + left + ")";
  }

  /** Takes the line away. */
  synchronized void end() {
    if (!over && shown) {
      terminal.err().print(CLEAR_LINE);
      terminal.err().flush();
    }
    over = true;
  }

  @Override
  public void close() {
    end();
    thread.interrupt();
  }
}

package trn2sim.cli;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import trn2sim.traces.run.Watch;

/** A bar on stderr that says how far something is, once it takes long; only on a terminal. */
final class Progress implements AutoCloseable, Watch {
  private static final long SILENT_MILLIS = 2000;
  private static final int PERIOD_MILLIS = 500;
  private static final long PERCENT = 100;
  private static final double MILLIS = 1000;

  private final Terminal terminal;
  private final String what;
  private final long total;
  private final Thread thread;
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<Stage> stage = new AtomicReference<>();
  private final AtomicLong eventsBefore = new AtomicLong();
  private String shown = "";

  private Progress(Terminal terminal, String what, long total) {
    this.terminal = terminal;
    this.what = what;
    this.total = total;
    this.thread = new Thread(this::show, "progress");
    this.thread.setDaemon(true);
  }

  /** For a run, which says by itself how far it is. */
  static Progress start(Terminal terminal, String what) {
    return start(terminal, what, 0);
  }

  static Progress start(Terminal terminal, String what, long total) {
    Progress progress = new Progress(terminal, what, total);
    progress.begin();
    return progress;
  }

  /** Counts from the start, and is shown once it begins. */
  static Progress unseen(Terminal terminal, String what, long total) {
    return new Progress(terminal, what, total);
  }

  void begin() {
    if (terminal.progress()) {
      thread.start();
    }
  }

  /** One more of the total is done. */
  void step() {
    done.incrementAndGet();
  }

  /** So many of the total are done. */
  void reach(long count) {
    done.set(count);
  }

  @Override
  public void begins(Stage next) {
    stage.set(next);
  }

  @Override
  public void ends() {
    stage.set(null);
  }

  private void show() {
    try {
      Thread.sleep(SILENT_MILLIS);
      try (ProgressBar bar = bar()) {
        while (!Thread.currentThread().isInterrupted()) {
          update(bar);
          Thread.sleep(PERIOD_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ProgressBar bar() {
    return new ProgressBarBuilder()
        .setTaskName(what)
        .setInitialMax(total > 0 ? total : -1)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(PERIOD_MILLIS)
        .continuousUpdate()
        .clearDisplayOnFinish()
        .setConsumer(new TerminalLine(terminal.err()))
        .build();
  }

  private void update(ProgressBar bar) {
    Stage now = stage.get();
    if (total > 0) {
      bar.stepTo(done.get());
    } else if (now != null) {
      double within = (double) now.done().getAsLong() / Math.max(1, now.total());
      bar.maxHint(PERCENT);
      bar.stepTo((long) (PERCENT * (now.number() - 1 + within) / now.stages()));
      bar.setExtraMessage(message(now));
    }
  }

  private String message(Stage now) {
    long events = now.simulation().events();
    long before = now.name().equals(shown) ? eventsBefore.get() : 0;
    shown = now.name();
    eventsBefore.set(events);
    return String.format(
        Locale.ROOT,
        "%s %.0f us, %.0f k events/s",
        now.name(),
        now.simulation().now() / PS_PER_US,
        (events - before) / (PERIOD_MILLIS / MILLIS) / 1000);
  }

  /** Takes the bar away. */
  void end() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end();
  }
}

package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One instruction's arithmetic, to be done when the effects it depends on are done. */
final class Effect {
  private final Runnable work;
  private final AtomicInteger missing = new AtomicInteger(1);
  private final List<Effect> dependents = new ArrayList<>(2);
  private boolean done;

  Effect(Runnable work) {
    this.work = work;
  }

  /** Makes {@code later} wait for this effect, unless it is done already. */
  synchronized void before(Effect later) {
    if (!done) {
      later.missing.incrementAndGet();
      dependents.add(later);
    }
  }

  /** One thing less to wait for; true if it was the last. */
  boolean isReady() {
    return missing.decrementAndGet() == 0;
  }

  void perform() {
    work.run();
  }

  /** Marks it done; returns those that waited for it. */
  synchronized List<Effect> finish() {
    done = true;
    return dependents;
  }

  synchronized boolean isDone() {
    return done;
  }
}

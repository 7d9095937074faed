package trn2sim.kernels.functional;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import trn2sim.hw.isa.OperandException;

/** Performs effects on several threads, each once those before it are done. */
final class EffectPool implements AutoCloseable {
  private static final int IN_FLIGHT = 4096;

  private final ExecutorService threads;
  private final Semaphore room = new Semaphore(IN_FLIGHT);
  private final Phaser open = new Phaser(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  EffectPool(int count) {
    this.threads =
        Executors.newFixedThreadPool(
            count,
            work -> {
              Thread thread = new Thread(work, "arithmetic");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Takes an effect whose order is recorded; blocks when too many are waiting. */
  void submit(Effect effect) {
    room.acquireUninterruptibly();
    open.register();
    release(effect);
  }

  private void release(Effect effect) {
    if (effect.isReady()) {
      threads.execute(() -> perform(effect));
    }
  }

  private void perform(Effect effect) {
    try {
      if (failure.get() == null) {
        effect.perform();
      }
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    } finally {
      effect.finish().forEach(this::release);
      room.release();
      open.arriveAndDeregister();
    }
  }

  /** Waits for all effects. */
  void join() {
    open.arriveAndAwaitAdvance();
    if (failure.get() instanceof OperandException refused) {
      throw refused;
    }
    if (failure.get() != null) {
      throw new IllegalStateException("arithmetic failed: " + failure.get(), failure.get());
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}

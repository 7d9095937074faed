package trn2sim.traces.sweep;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs points on threads of this process, each thread one after another. */
public final class LocalPool implements PointExecutor {
  private final PointRunner runner;
  private final int threads;

  public LocalPool(PointRunner runner, int threads) {
    this.runner = runner;
    this.threads = threads;
  }

  @Override
  public void run(PrimitiveIterator.OfInt points, Sink sink) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      ExecutorCompletionService<Void> workers = new ExecutorCompletionService<>(pool);
      for (int i = 0; i < threads; i++) {
        workers.submit(worker(points, sink));
      }
      for (int i = 0; i < threads; i++) {
        workers.take().get();
      }
    } catch (ExecutionException e) {
      throw cause(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (CancellationException) new CancellationException("interrupted").initCause(e);
    } finally {
      pool.shutdownNow();
    }
  }

  private Callable<Void> worker(PrimitiveIterator.OfInt points, Sink sink) {
    return () -> {
      for (OptionalInt point = next(points); point.isPresent(); point = next(points)) {
        sink.add(runner.row(point.getAsInt()));
      }
      return null;
    };
  }

  private static OptionalInt next(PrimitiveIterator.OfInt points) {
    synchronized (points) {
      boolean more = points.hasNext() && !Thread.currentThread().isInterrupted();
      return more ? OptionalInt.of(points.nextInt()) : OptionalInt.empty();
    }
  }

  private static IOException cause(ExecutionException e) throws IOException {
    if (e.getCause() instanceof IOException io) {
      return io;
    }
    if (e.getCause() instanceof RuntimeException cause) {
      throw cause;
    }
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException(e.getCause());
  }
}

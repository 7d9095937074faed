package trn2sim.core.cancel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for work on another thread. */
public final class Joined {
  private Joined() {}

  /** What it found; what went wrong over there is reported as if it had here. */
  public static <T> T of(CompletableFuture<T> work) {
    try {
      return work.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw e;
    }
  }
}

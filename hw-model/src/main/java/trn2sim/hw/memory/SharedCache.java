package trn2sim.hw.memory;

import java.util.HashMap;
import java.util.Map;

/**
 * A cache between memory and many cores that read the same large operands. A piece read again after
 * little other traffic is there. After more, it is there with the share of the operands that the
 * cache holds, which is what random replacement gives under repeated sweeps: that share of the
 * bytes counts as found, so that no draw is needed.
 */
public final class SharedCache {
  private final Map<Long, Long> lastUse = new HashMap<>();
  private final long windowBytes;
  private final double missShare;
  private long fetched;

  /**
   * @param windowBytes fetched bytes within which a piece read again is surely there
   * @param capacity bytes of the cache
   * @param operandBytes bytes of everything that is read again and again
   */
  public SharedCache(long windowBytes, long capacity, long operandBytes) {
    this.windowBytes = windowBytes;
    this.missShare = Math.max(0, 1 - (double) capacity / Math.max(1, operandBytes));
  }

  /** Reads a piece; returns the bytes that come from memory. */
  public double read(long key, long bytes) {
    Long last = lastUse.get(key);
    double missed = bytes;
    if (last != null) {
      missed = fetched - last <= windowBytes ? 0 : bytes * missShare;
    }
    fetched += Math.round(missed);
    lastUse.put(key, fetched);
    return missed;
  }
}

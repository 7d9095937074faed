package trn2sim.hw.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** A cache that keeps whole pieces, the least recently used ones making room. */
public final class RecentBytes {
  private final Map<Long, Long> pieces = new LinkedHashMap<>(64, 0.75f, true);
  private final long capacity;
  private long held;

  /**
   * @param capacity bytes; with zero nothing is ever kept
   */
  public RecentBytes(long capacity) {
    this.capacity = capacity;
  }

  /** Uses a piece; returns the bytes that had to be fetched: all or none. */
  public long touch(long key, long bytes) {
    if (pieces.get(key) != null) {
      return 0;
    }
    if (bytes <= capacity) {
      pieces.put(key, bytes);
      held += bytes;
    }
    Iterator<Long> oldest = pieces.values().iterator();
    while (held > capacity) {
      held -= oldest.next();
      oldest.remove();
    }
    return bytes;
  }
}

package trn2sim.traces.profile;

import java.util.Arrays;

/** Finds rows by a number that each has, without an object for any of them. */
public final class LongIndex {
  /** No row has the number. */
  public static final int NONE = -1;

  private static final int SHIFT = 32;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private long[] keys = new long[64];
  private int[] rows = filled(64);
  private int size;

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /** Puts a row under a number; returns the row that has it already, or {@link #NONE}. */
  public int put(long key, int row) {
    if (2 * size >= rows.length) {
      grow();
    }
    int at = place(key);
    if (rows[at] != NONE) {
      return rows[at];
    }
    keys[at] = key;
    rows[at] = row;
    size++;
    return NONE;
  }

  public int get(long key) {
    return rows[place(key)];
  }

  private int place(long key) {
    int mask = rows.length - 1;
    int at = (int) ((key * MIX) >>> SHIFT) & mask;
    while (rows[at] != NONE && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldRows = rows;
    keys = new long[2 * oldKeys.length];
    rows = filled(keys.length);
    size = 0;
    for (int i = 0; i < oldRows.length; i++) {
      if (oldRows[i] != NONE) {
        put(oldKeys[i], oldRows[i]);
      }
    }
  }
}

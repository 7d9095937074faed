package trn2sim.traces.analysis;

import java.util.Arrays;

/** A run's time in parts of equal length, few enough to draw. */
record TimeBins(int count, long endPs) {
  private static final int MOST_POINTS = 1 << 17;
  private static final int FEWEST = 128;
  private static final int MOST = 2000;

  /** Fewer the more processes there are, so that all counters together stay small. */
  static TimeBins of(int processes, long endPs) {
    int share = MOST_POINTS / (4 * Math.max(1, processes));
    return new TimeBins(Math.max(FEWEST, Math.min(MOST, share)), Math.max(1, endPs));
  }

  int of(long ps) {
    return (int) Math.max(0, Math.min(count - 1, ps * (double) count / endPs));
  }

  long[] starts() {
    long[] starts = new long[count];
    Arrays.setAll(starts, bin -> (long) ((double) bin * endPs / count));
    return starts;
  }

  /** Adds an amount, spread evenly over an interval. */
  void spread(double[] sums, long fromPs, long toPs, double amount) {
    double duration = Math.max(1, toPs - fromPs);
    for (int bin = of(fromPs); bin <= of(toPs - 1); bin++) {
      double from = Math.max(fromPs, (double) bin * endPs / count);
      double to = Math.min(toPs, (double) (bin + 1) * endPs / count);
      sums[bin] += amount * Math.max(0, to - from) / duration;
    }
  }

  /** The highest level of each bin. */
  long[] peaks(long[] at, long[] levels) {
    long[] peaks = new long[count];
    long level = 0;
    int next = 0;
    for (int bin = 0; bin < count; bin++) {
      peaks[bin] = level;
      while (next < at.length && of(at[next]) <= bin) {
        level = levels[next++];
        peaks[bin] = Math.max(peaks[bin], level);
      }
    }
    return peaks;
  }
}

package trn2sim.traces.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.kernels.api.MeasuredRun;

/** What of a profile was not understood, or not as it should be, each with how often. */
public final class Notes {
  private final Map<String, long[]> counts = new TreeMap<>();

  public void count(String what) {
    count(what, 1);
  }

  public void count(String what, long times) {
    if (times > 0) {
      counts.computeIfAbsent(what, w -> new long[1])[0] += times;
    }
  }

  /** The most frequent first. */
  public List<MeasuredRun.Note> list() {
    return counts.entrySet().stream()
        .map(entry -> new MeasuredRun.Note(entry.getKey(), entry.getValue()[0]))
        .sorted(
            Comparator.comparingLong(MeasuredRun.Note::count)
                .reversed()
                .thenComparing(MeasuredRun.Note::what))
        .toList();
  }
}

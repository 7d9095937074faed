package trn2sim.traces.export;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import trn2sim.core.timeline.Track;
import trn2sim.traces.run.RunResult;

/**
 * The part of a run that a trace shows: some ranks, up to an instant.
 *
 * @param whole whether that is all there is
 * @param bars how many bars it has
 */
public record TraceWindow(Set<Integer> ranks, long endPs, boolean whole, long bars) {
  /** What a bar takes in a trace at most, its wait and its arrow included. */
  static final int BYTES_PER_BAR = 700;

  public TraceWindow {
    ranks = Set.copyOf(ranks);
  }

  /** Everything. */
  public static TraceWindow whole(RunResult result) {
    Map<Integer, Long> bars = bars(result);
    return new TraceWindow(bars.keySet(), result.timeline().endPs(), true, sum(bars));
  }

  /**
   * What fits into a file of a size: as many ranks as do, the slowest first, then from the lowest
   * number on; of one that is too large alone, its beginning.
   */
  public static TraceWindow within(RunResult result, long bytes) {
    TraceWindow whole = whole(result);
    long room = bytes / BYTES_PER_BAR;
    if (whole.bars <= room) {
      return whole;
    }
    Map<Integer, Long> bars = bars(result);
    Set<Integer> ranks = new TreeSet<>();
    long held = 0;
    for (int rank : slowestFirst(result)) {
      if (held + bars.get(rank) <= room) {
        ranks.add(rank);
        held += bars.get(rank);
      }
    }
    return ranks.isEmpty()
        ? beginning(result, slowestFirst(result).get(0), room)
        : new TraceWindow(ranks, whole.endPs, false, held);
  }

  private static TraceWindow beginning(RunResult result, int rank, long room) {
    long low = 0;
    long high = result.timeline().endPs();
    while (low < high) {
      long middle = (low + high + 1) / 2;
      if (count(result, rank, middle) <= room) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return new TraceWindow(Set.of(rank), low, false, count(result, rank, low));
  }

  private static long count(RunResult result, int rank, long endPs) {
    return result.timeline().tracks().stream()
        .filter(track -> result.rank(track.process()) == rank)
        .mapToLong(track -> begun(track, endPs))
        .sum();
  }

  /** How many bars begin before an instant. */
  private static int begun(Track track, long endPs) {
    int low = 0;
    int high = track.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (track.startPs(middle) < endPs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static Map<Integer, Long> bars(RunResult result) {
    Map<Integer, Long> bars = new TreeMap<>();
    for (Track track : result.timeline().tracks()) {
      bars.merge(result.rank(track.process()), (long) track.size(), Long::sum);
    }
    return bars;
  }

  private static long sum(Map<Integer, Long> bars) {
    return bars.values().stream().mapToLong(Long::longValue).sum();
  }

  private static List<Integer> slowestFirst(RunResult result) {
    Map<Integer, Long> ends = new TreeMap<>();
    for (Track track : result.timeline().tracks()) {
      long end = track.size() == 0 ? 0 : track.endPs(track.size() - 1);
      ends.merge(result.rank(track.process()), end, Math::max);
    }
    List<Integer> ranks = new ArrayList<>(ends.keySet());
    Integer slowest = Collections.max(ranks, Comparator.comparingLong(ends::get));
    ranks.remove(slowest);
    ranks.add(0, slowest);
    return ranks;
  }

  boolean shows(RunResult result, Track track) {
    return ranks.contains(result.rank(track.process()));
  }

  /** How many bars of a track it shows. */
  int shown(Track track) {
    return begun(track, Math.max(1, endPs));
  }

  /** In words, such as {@code ranks 0, 1 and 63 of 64}. */
  public String describe(RunResult result) {
    List<String> numbers = ranks.stream().sorted().map(String::valueOf).toList();
    int last = numbers.size() - 1;
    String list =
        last == 0
            ? "rank " + numbers.get(0)
            : "ranks "
                + numbers.stream().limit(last).collect(Collectors.joining(", "))
                + " and "
                + numbers.get(last);
    String cut = endPs < result.timeline().endPs() ? ", the beginning" : "";
    return list + " of " + bars(result).size() + cut;
  }
}

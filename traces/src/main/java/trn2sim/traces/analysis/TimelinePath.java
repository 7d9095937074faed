package trn2sim.traces.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.run.RunResult;

/**
 * The critical path of a machine of which only the timeline is known: back from the last bar that
 * is timed, from each bar to the one it waited for, else to the one before it on its row.
 */
final class TimelinePath {
  private static final String LATENCY = ".Latency";
  private static final String LINK = "Link";

  /** A bar, and the instant up to which it is on the path. */
  private record Place(int track, int bar, long atPs) {}

  private final RunResult result;
  private final List<Track> tracks;
  private final int[] first;
  private final Awaited awaited;
  private final Map<Integer, IntervalSet> links = new LinkedHashMap<>();
  private final Place last;
  private final PathWalk walk;

  private TimelinePath(RunResult result) {
    this.result = result;
    tracks = result.timeline().tracks();
    awaited = new Awaited(result);
    first = new int[tracks.size() + 1];
    for (int t = 0; t < tracks.size(); t++) {
      first[t + 1] = first[t] + tracks.get(t).size();
      if (tracks.get(t).kind() == Track.Kind.LINK) {
        links.merge(tracks.get(t).process(), IntervalSet.of(tracks.get(t)), IntervalSet::union);
      }
    }
    last = last();
    walk = new PathWalk(last.atPs);
  }

  /** Charged to kinds of rows. */
  static CriticalPath of(RunResult result) {
    TimelinePath path = new TimelinePath(result);
    Place place = path.last;
    int steps = 0;
    while (place.atPs > 0) {
      place = path.before(place);
      if (++steps > 2 * path.first[path.tracks.size()]) {
        throw new IllegalStateException("the critical path goes round in circles");
      }
    }
    return path.walk.path();
  }

  /** The last bar of a rank that ends when the rank is said to; one that computes, if several. */
  private Place last() {
    long end = result.outcome().rankPs().stream().mapToLong(Long::longValue).max().orElse(0);
    Place last = new Place(0, 0, 0);
    for (int t = 0; t < tracks.size(); t++) {
      Track track = tracks.get(t);
      for (int bar = 0; bar < track.size() && track.endPs(bar) <= end; bar++) {
        boolean computes = track.kind() == Track.Kind.ENGINE && track.endPs(bar) == last.atPs;
        if (track.endPs(bar) > last.atPs || computes) {
          last = new Place(t, bar, track.endPs(bar));
        }
      }
    }
    return last;
  }

  /** Charges the bar and finds what it waited for; that may still be at work. */
  private Place before(Place place) {
    Track track = tracks.get(place.track);
    walk.visit(track.process(), track.task(place.bar));
    long start = track.startPs(place.bar);
    chargeBar(track, place.bar, start, place.atPs);
    boolean waited = track.reason(place.bar) != WaitReason.NONE;
    int cause = waited ? awaited.of(place.track, place.bar) : Awaited.NOBODY;
    if (cause == Awaited.NOBODY) {
      return beforeOnRow(place, start);
    }
    int t = trackOf(cause);
    long end = Math.min(start, tracks.get(t).endPs(cause - first[t]));
    charge(row(track) + LATENCY, start - end);
    return new Place(t, cause - first[t], end);
  }

  private Place beforeOnRow(Place place, long start) {
    Track track = tracks.get(place.track);
    long end = place.bar == 0 ? 0 : track.endPs(place.bar - 1);
    charge(row(track) + LATENCY, start - end);
    return new Place(place.track, place.bar - 1, end);
  }

  private int trackOf(int position) {
    int t = 0;
    while (first[t + 1] <= position) {
      t++;
    }
    return t;
  }

  /** A core that sends spends its time on the link while the link is at work. */
  private void chargeBar(Track track, int bar, long from, long to) {
    long sent = sends(track, bar) ? carrying(track.process(), from, to) : 0;
    charge(LINK, sent);
    charge(row(track), to - from - sent);
  }

  private boolean sends(Track track, int bar) {
    return track.kind() == Track.Kind.QUEUE
        && result.processes().get(track.process()).processor().awaitedAs(track.task(bar))
            == WaitReason.DMA;
  }

  private long carrying(int process, long from, long to) {
    IntervalSet bar = IntervalSet.of(List.of(new IntervalSet.Interval(from, to)));
    return links.getOrDefault(process, IntervalSet.EMPTY).intersection(bar).length();
  }

  private static String row(Track track) {
    return TrackName.kind(EngineUse.row(track));
  }

  private void charge(String resource, long ps) {
    walk.charge(resource, ps);
  }
}

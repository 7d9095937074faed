package trn2sim.traces.analysis;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import trn2sim.core.timeline.Track;
import trn2sim.kernels.api.Worker;
import trn2sim.traces.run.RunResult;

/** Communication that no computation hides. */
public final class Exposure {
  private Exposure() {}

  /**
   * The longest time, over all ranks, during which a rank communicates while none of its compute
   * engines works; absent if nothing travels between ranks.
   */
  public static OptionalLong communication(RunResult result) {
    if (tracks(result, track -> track.kind() == Track.Kind.LINK).isEmpty()) {
      return OptionalLong.empty();
    }
    return result.outcome().workers().stream()
        .mapToInt(Worker::rank)
        .distinct()
        .mapToLong(rank -> ofRank(result, rank))
        .max();
  }

  private static long ofRank(RunResult result, int rank) {
    Predicate<Track> own = track -> result.rank(track.process()) == rank;
    IntervalSet links = union(tracks(result, own.and(t -> t.kind() == Track.Kind.LINK)));
    IntervalSet compute = union(tracks(result, own.and(track -> computes(result, track))));
    return links.difference(compute).length();
  }

  private static boolean computes(RunResult result, Track track) {
    return track.kind() == Track.Kind.ENGINE
        && result.processes().get(track.process()).processor().computes(EngineUse.row(track));
  }

  private static List<Track> tracks(RunResult result, Predicate<Track> wanted) {
    return result.timeline().tracks().stream().filter(wanted).toList();
  }

  private static IntervalSet union(List<Track> tracks) {
    IntervalSet all = IntervalSet.EMPTY;
    for (Track track : tracks) {
      all = all.union(IntervalSet.of(track));
    }
    return all;
  }
}

package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.traces.run.RunResult;

/**
 * The rows that are worth looking at: where a rank has many that differ only in their numbers, such
 * as the SMs of a GPU, the first, the middle and the last of them stand for all.
 */
public final class RowSample {
  private static final int MANY = 8;

  private record Alike(int rank, String kind) {}

  private RowSample() {}

  /** The rows in the order of the timeline. */
  public static List<Track> of(RunResult result) {
    Map<Alike, List<Track>> alike = new LinkedHashMap<>();
    for (Track track : result.timeline().tracks()) {
      alike.computeIfAbsent(key(result, track), key -> new ArrayList<>()).add(track);
    }
    return result.timeline().tracks().stream()
        .filter(track -> stands(track, alike.get(key(result, track))))
        .toList();
  }

  /** The rows of the first core, or, where the parts of a rank are no cores, of the first rank. */
  public static List<Track> first(RunResult result) {
    boolean cores = result.onNeuronCores();
    return of(result).stream()
        .filter(track -> (cores ? track.process() : result.rank(track.process())) == 0)
        .toList();
  }

  /** How the engines among the rows spent their time. */
  public static List<EngineUse> engines(RunResult result) {
    return of(result).stream()
        .filter(track -> track.kind() == Track.Kind.ENGINE)
        .map(track -> EngineUse.of(track, result.rankPs(track.process())))
        .toList();
  }

  private static Alike key(RunResult result, Track track) {
    return new Alike(result.rank(track.process()), TrackName.kind(track.name()));
  }

  private static boolean stands(Track track, List<Track> alike) {
    int size = alike.size();
    return size <= MANY
        || track == alike.get(0)
        || track == alike.get(size / 2)
        || track == alike.get(size - 1);
  }
}

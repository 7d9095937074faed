package trn2sim.traces.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.run.RunResult;

/** The rows of one kind of engine of a run, a list of instructions for each core. */
final class EngineRow {
  private final List<List<Kind>> kinds = new ArrayList<>();
  private final List<Track> tracks = new ArrayList<>();

  /** The engines of a run by their name, in the order of the timeline. */
  static Map<String, EngineRow> of(RunResult run) {
    Map<String, EngineRow> rows = new LinkedHashMap<>();
    for (Track track : run.timeline().tracks()) {
      if (track.kind() == Track.Kind.ENGINE) {
        String name = TrackName.of(track.name()).row();
        rows.computeIfAbsent(name, n -> new EngineRow()).add(run, track);
      }
    }
    return rows;
  }

  private void add(RunResult run, Track track) {
    List<Kind> own = new ArrayList<>();
    for (int bar = 0; bar < track.size(); bar++) {
      own.add(Kind.of(run, track.process(), track.task(bar)));
    }
    kinds.add(own);
    tracks.add(track);
  }

  int cores() {
    return tracks.size();
  }

  /** The instructions of a core, in order. */
  List<Kind> kinds(int core) {
    return core < kinds.size() ? kinds.get(core) : List.of();
  }

  long busyPs(int core, int bar) {
    Track track = tracks.get(core);
    return track.endPs(bar) - track.startPs(bar);
  }

  /** The gaps of all cores by reason, with what is left after the last instruction. */
  Map<WaitReason, long[]> gaps(long endPs) {
    Map<WaitReason, long[]> gaps = new LinkedHashMap<>();
    for (Track track : tracks) {
      for (int bar = 0; bar < track.size(); bar++) {
        add(gaps, track.reason(bar), track.gapPs(bar));
      }
      long last = track.size() == 0 ? 0 : track.endPs(track.size() - 1);
      add(gaps, WaitReason.DRAINED, endPs - last);
    }
    return gaps;
  }

  private static void add(Map<WaitReason, long[]> gaps, WaitReason reason, long ps) {
    if (ps > 0) {
      long[] sum = gaps.computeIfAbsent(reason, r -> new long[2]);
      sum[0]++;
      sum[1] += ps;
    }
  }
}

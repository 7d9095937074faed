package trn2sim.traces.export;

import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.traces.run.RunResult;

/** Finds a task's bar; of a transfer, the last that moves data, whose end others wait for. */
final class TrackIndex {
  /** A bar of a track. */
  record Place(int track, int bar) {}

  private final Place[][] places;

  /** Of the ranks that a window shows. */
  TrackIndex(RunResult result, TraceWindow window) {
    Timeline timeline = result.timeline();
    places = new Place[result.outcome().workers().size()][];
    for (int p = 0; p < places.length; p++) {
      boolean shown = window.ranks().contains(result.rank(p));
      places[p] = new Place[shown ? result.outcome().tasks(p) : 0];
    }
    for (int t = 0; t < timeline.tracks().size(); t++) {
      Track track = timeline.tracks().get(t);
      int size = window.shows(result, track) ? track.size() : 0;
      for (int bar = 0; bar < size; bar++) {
        Place[] own = places[track.process()];
        if (track.kind() != Track.Kind.ENGINE || own[track.task(bar)] == null) {
          own[track.task(bar)] = new Place(t, bar);
        }
      }
    }
  }

  Place place(int process, int task) {
    return places[process][task];
  }
}

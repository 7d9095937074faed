package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackBuilder;

/** Reads the rows of a run: every pipe of a cube core, every AIV core and each host. */
final class AscendTimeline {
  private static final String CUBE = "Cube";

  private AscendTimeline() {}

  static Timeline of(List<Process> processes) {
    List<Track> tracks = new ArrayList<>();
    long end = 0;
    for (Process process : processes) {
      for (int lane = 0; lane < process.program().lanes().size(); lane++) {
        if (process.program().queue(lane).length > 0) {
          tracks.add(track(process, lane));
        }
      }
      for (int task = 0; task < process.program().size(); task++) {
        end = Math.max(end, process.donePs(task));
      }
    }
    return new Timeline(tracks, end);
  }

  private static Track track(Process process, int lane) {
    int[] tasks = process.program().queue(lane);
    String row = process.program().lanes().get(lane).name();
    Track.Kind kind = row.equals(CUBE) ? Track.Kind.ENGINE : Track.Kind.QUEUE;
    TrackBuilder track =
        new TrackBuilder(process.name() + "." + row, kind, process.number(), tasks.length);
    for (int task : tasks) {
      track.bar(
          task,
          process.startPs(task),
          process.donePs(task),
          process.reason(task),
          process.blamed(task));
    }
    return track.build();
  }
}

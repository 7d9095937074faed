package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackBuilder;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.ascend.Mesh;

/** Reads the rows of a run: every pipe of a cube core, every AIV core, each link and each host. */
final class AscendTimeline {
  private static final String CUBE = "Cube";

  private AscendTimeline() {}

  /**
   * @param hosts the process of each die's host, whose puts the links carry
   */
  static Timeline of(List<Process> processes, List<Process> hosts, Mesh mesh) {
    List<Track> tracks = new ArrayList<>();
    long end = 0;
    for (Process process : processes) {
      for (int lane = 0; lane < process.program().lanes().size(); lane++) {
        if (process.program().queue(lane).length > 0) {
          tracks.add(track(process, lane));
        }
      }
      mesh.busy().stream()
          .filter(busy -> hosts.get(busy.get(0).from()) == process)
          .forEach(busy -> tracks.add(link(process, busy)));
      for (int task = 0; task < process.program().size(); task++) {
        end = Math.max(end, process.donePs(task));
      }
    }
    return new Timeline(tracks, end);
  }

  /** A link stands idle when no core has a tile ready to send. */
  private static Track link(Process host, List<Mesh.Busy> busy) {
    String name = host.name() + ".LinkTo[" + busy.get(0).to() + "]";
    TrackBuilder track = new TrackBuilder(name, Track.Kind.LINK, host.number(), busy.size());
    for (Mesh.Busy time : busy) {
      track.bar(time.task(), time.startPs(), time.endPs(), WaitReason.ISSUE, time.task());
    }
    return track.build();
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

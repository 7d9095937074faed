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

  private record Cause(WaitReason reason, int blamed) {}

  private static Cause cause(Process process, int task) {
    return new Cause(process.reason(task), process.blamed(task));
  }

  /**
   * What the cube really waited for: every product waits for its extract, which, if it began after
   * the cube fell idle, waited for its load, and that perhaps for rows to come.
   */
  private static Cause root(Process process, int task, long idlePs) {
    Cause found = cause(process, task);
    boolean further = true;
    while (further) {
      boolean onTask = found.reason == WaitReason.ENGINE || found.reason == WaitReason.DMA;
      further = onTask && process.startPs(found.blamed) > idlePs;
      Cause before = further ? cause(process, found.blamed) : found;
      further &= before.reason != WaitReason.NONE;
      found = further ? before : found;
    }
    return found;
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
    long idlePs = 0;
    for (int task : tasks) {
      Cause cause = kind == Track.Kind.ENGINE ? root(process, task, idlePs) : cause(process, task);
      idlePs = process.donePs(task);
      track.bar(task, process.startPs(task), idlePs, cause.reason, cause.blamed);
    }
    return track.build();
  }
}

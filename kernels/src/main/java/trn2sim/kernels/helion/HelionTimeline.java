package trn2sim.kernels.helion;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackBuilder;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.gpu.BlockGrid;

/** Reads the rows of a run: the host thread, both streams and every SM that had a block. */
final class HelionTimeline {
  private HelionTimeline() {}

  static Timeline of(List<HelionRank> ranks) {
    List<Track> tracks = new ArrayList<>();
    long end = 0;
    for (HelionRank rank : ranks) {
      Process process = rank.process();
      for (int lane = 0; lane < process.program().lanes().size(); lane++) {
        if (process.program().queue(lane).length > 0) {
          tracks.add(lane(process, lane));
        }
      }
      List<List<BlockGrid.Bar>> bars = rank.grid.bars();
      for (int sm = 0; sm < bars.size(); sm++) {
        if (!bars.get(sm).isEmpty()) {
          tracks.add(sm(rank, sm, bars.get(sm)));
        }
      }
      end = Math.max(end, Math.max(rank.endPs(), rank.endPs(RankScript.HOST)));
    }
    return new Timeline(tracks, end);
  }

  private static Track lane(Process process, int lane) {
    int[] tasks = process.program().queue(lane);
    String name = process.name() + "." + process.program().lanes().get(lane).name();
    Track.Kind kind = lane == RankScript.COPIES ? Track.Kind.LINK : Track.Kind.QUEUE;
    TrackBuilder track = new TrackBuilder(name, kind, process.number(), tasks.length);
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

  private static Track sm(HelionRank rank, int sm, List<BlockGrid.Bar> bars) {
    String name = rank.process().name() + ".Sm[" + sm + "]";
    TrackBuilder track =
        new TrackBuilder(name, Track.Kind.ENGINE, rank.process().number(), bars.size());
    int ops = rank.script.ops().size();
    for (BlockGrid.Bar bar : bars) {
      int blamed = bar.reason() == WaitReason.ISSUE ? rank.script.kernel() : bar.blamed();
      track.bar(ops + bar.block(), bar.startPs(), bar.endPs(), bar.reason(), blamed);
    }
    return track.build();
  }
}

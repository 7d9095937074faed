package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.timeline.Track;
import trn2sim.traces.analysis.IntervalSet;
import trn2sim.traces.run.RunResult;

/**
 * When the links of a machine of which only the timeline is known carried data. They belong to a
 * rank as a whole; every row that computes, an SM or a cube, counts as a core of its own.
 */
final class MachineFlights {
  private MachineFlights() {}

  static List<CommunicationTime.Core> of(RunResult run) {
    Map<Integer, IntervalSet> links = new TreeMap<>();
    for (Track track : run.timeline().tracks()) {
      Cancellation.check();
      if (track.kind() == Track.Kind.LINK) {
        links.merge(run.rank(track.process()), IntervalSet.of(track), IntervalSet::union);
      }
    }
    List<CommunicationTime.Core> cores = new ArrayList<>();
    for (Track track : run.timeline().tracks()) {
      Cancellation.check();
      int rank = run.rank(track.process());
      if (track.kind() == Track.Kind.ENGINE && links.containsKey(rank)) {
        cores.add(new CommunicationTime.Core(rank, links.get(rank), IntervalSet.of(track)));
      }
    }
    return cores;
  }
}

package trn2sim.traces.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.run.RunResult;

/** Whose results the engines of NeuronCores wait for. */
public final class AwaitedEngines {
  private AwaitedEngines() {}

  /**
   * Picoseconds by the row that waits, {@code Chip[0].Core[0].Vector}, and the engine that it waits
   * for; nothing of other machines. The sum for a row is its {@link WaitReason#ENGINE} time.
   */
  public static Map<String, Map<String, Long>> of(RunResult result) {
    Map<String, Map<String, Long>> waits = new LinkedHashMap<>();
    if (!result.measured() && result.neuron().isEmpty()) {
      return waits;
    }
    for (Track track : result.timeline().tracks()) {
      if (track.kind() == Track.Kind.ENGINE) {
        Program program = result.processes().get(track.process()).program();
        Map<String, Long> awaited = of(track, program);
        if (!awaited.isEmpty()) {
          waits.put(track.name(), awaited);
        }
      }
    }
    return waits;
  }

  private static Map<String, Long> of(Track track, Program program) {
    Map<String, Long> awaited = new TreeMap<>();
    for (int bar = 0; bar < track.size(); bar++) {
      Cancellation.check();
      if (track.reason(bar) == WaitReason.ENGINE
          && track.gapPs(bar) > 0
          && track.blamed(bar) >= 0) {
        String row = program.lanes().get(program.lane(track.blamed(bar))).row();
        awaited.merge(TrackName.kind(row), track.gapPs(bar), Long::sum);
      }
    }
    return awaited;
  }
}

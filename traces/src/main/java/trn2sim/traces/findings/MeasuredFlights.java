package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.isa.Engine;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.IntervalSet;
import trn2sim.traces.analysis.IntervalSet.Interval;
import trn2sim.traces.run.RunResult;

/**
 * When collectives of measured NeuronCores were under way, and when their TensorE worked: from the
 * start of the last partner's instruction, where the profile shows it, else while DMAs of
 * collectives moved data.
 */
final class MeasuredFlights {
  private final RunResult run;

  private MeasuredFlights(RunResult run) {
    this.run = run;
  }

  static List<CommunicationTime.Core> of(RunResult run) {
    MeasuredFlights flights = new MeasuredFlights(run);
    List<CommunicationTime.Core> cores = new ArrayList<>();
    for (Process process : run.processes()) {
      cores.add(
          new CommunicationTime.Core(
              run.rank(process.number()),
              flights.inFlight(process).union(flights.tracks(process, Track.Kind.LINK, "")),
              flights.tracks(process, Track.Kind.ENGINE, Engine.TENSOR.label())));
    }
    return cores;
  }

  /** The rows of a kind, all of them or one by its name. */
  private IntervalSet tracks(Process process, Track.Kind kind, String row) {
    IntervalSet all = IntervalSet.EMPTY;
    for (Track track : run.timeline().tracks()) {
      boolean wanted = row.isEmpty() || EngineUse.row(track).equals(row);
      if (track.process() == process.number() && track.kind() == kind && wanted) {
        all = all.union(IntervalSet.of(track));
      }
    }
    return all;
  }

  private IntervalSet inFlight(Process process) {
    List<Interval> flights = new ArrayList<>();
    for (int task = 0; task < process.program().size(); task++) {
      if (collective(process, task)) {
        flights.add(
            new Interval(
                Math.min(lastArrivalPs(process, task), process.donePs(task)),
                process.donePs(task)));
      }
    }
    return IntervalSet.of(flights);
  }

  private static boolean collective(Process process, int task) {
    return process.processor().awaitedAs(task) == WaitReason.LINK;
  }

  /** Cores that meet run the same program, so that the task has the same number on all of them. */
  private long lastArrivalPs(Process process, int task) {
    int tp = run.scenario().ranks().tp();
    long last = 0;
    for (Process other : run.processes()) {
      boolean together = run.rank(other.number()) / tp == run.rank(process.number()) / tp;
      if (together && task < other.program().size() && collective(other, task)) {
        last = Math.max(last, other.startPs(task));
      }
    }
    return last;
  }
}

package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.IntervalSet;
import trn2sim.traces.analysis.IntervalSet.Interval;
import trn2sim.traces.analysis.Meetings;
import trn2sim.traces.run.RunResult;

/** When collectives of NeuronCores were under way, and when their TensorE worked. */
final class NeuronFlights {
  private final RunResult run;
  private final NeuronRun neuron;
  private final Meetings meetings;
  private final List<Process> processes;

  private NeuronFlights(RunResult run, NeuronRun neuron) {
    this.run = run;
    this.neuron = neuron;
    this.meetings = new Meetings(run);
    this.processes = run.processes();
  }

  static List<CommunicationTime.Core> of(RunResult run, NeuronRun neuron) {
    return neuron
        .launch()
        .communicator()
        .map(communicator -> new NeuronFlights(run, neuron).cores())
        .orElse(List.of());
  }

  private List<CommunicationTime.Core> cores() {
    Map<Integer, IntervalSet> matrix = new HashMap<>();
    for (Track track : run.timeline().tracks()) {
      Cancellation.check();
      if (track.kind() == Track.Kind.ENGINE && EngineUse.row(track).equals(Engine.TENSOR.label())) {
        matrix.put(track.process(), IntervalSet.of(track));
      }
    }
    List<CommunicationTime.Core> cores = new ArrayList<>();
    for (int p = 0; p < processes.size(); p++) {
      IntervalSet works = matrix.getOrDefault(p, IntervalSet.EMPTY);
      cores.add(new CommunicationTime.Core(run.rank(p), inFlight(processes.get(p)), works));
    }
    return cores;
  }

  private IntervalSet inFlight(Process process) {
    NeuronCore core = neuron.machine().core(process);
    List<Interval> flights = new ArrayList<>();
    for (int task = 0; task < process.program().size(); task++) {
      Cancellation.check();
      if (core.cost(task) instanceof Cost.Collective) {
        flights.add(new Interval(lastArrivalPs(process, task), process.donePs(task)));
      }
    }
    return IntervalSet.of(flights);
  }

  private long lastArrivalPs(Process process, int task) {
    return meetings.of(process.number(), task).stream()
        .mapToLong(place -> processes.get(place.process()).startPs(place.task()))
        .max()
        .orElseThrow();
  }
}

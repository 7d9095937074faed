package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.IntervalSet;
import trn2sim.traces.analysis.IntervalSet.Interval;
import trn2sim.traces.run.RunResult;

/** When collectives of NeuronCores were under way, and when their TensorE worked. */
final class NeuronFlights {
  private final RunResult run;
  private final NeuronRun neuron;
  private final Communicator communicator;
  private final Map<Integer, Process> byCore = new HashMap<>();

  private NeuronFlights(RunResult run, NeuronRun neuron, Communicator communicator) {
    this.run = run;
    this.neuron = neuron;
    this.communicator = communicator;
    for (Process process : run.processes()) {
      byCore.put(core(process), process);
    }
  }

  static List<CommunicationTime.Core> of(RunResult run, NeuronRun neuron) {
    return neuron
        .launch()
        .communicator()
        .map(communicator -> new NeuronFlights(run, neuron, communicator).cores())
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
    List<Process> processes = run.processes();
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
        flights.add(new Interval(lastArrivalPs(process, core, task), process.donePs(task)));
      }
    }
    return IntervalSet.of(flights);
  }

  /**
   * Cores of one role run the same script, so that the task has the same number on all of them; the
   * cores of a rank meet at the same call.
   */
  private long lastArrivalPs(Process process, NeuronCore core, int task) {
    boolean inRank = betweenCores(core, task);
    int call = inRank ? (int) calls(core).filter(other -> other < task).count() : 0;
    long last = 0;
    for (int partner : communicator.partners(core.assembly().instruction(task), core(process))) {
      Process other = byCore.get(partner);
      int there =
          inRank ? calls(neuron.machine().core(other)).skip(call).findFirst().orElseThrow() : task;
      last = Math.max(last, other.startPs(there));
    }
    return last;
  }

  /** The tasks in which a core exchanges with the other of its rank, in order. */
  private static IntStream calls(NeuronCore core) {
    return IntStream.range(0, core.assembly().program().size())
        .filter(task -> betweenCores(core, task));
  }

  private static boolean betweenCores(NeuronCore core, int task) {
    return core.assembly().instruction(task) instanceof CollectivePermute permute
        && permute.partners() instanceof Partners.OtherCore;
  }

  private int core(Process process) {
    return neuron.launch().cores().get(process.number()).core();
  }
}

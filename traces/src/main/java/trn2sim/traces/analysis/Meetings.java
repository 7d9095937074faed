package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.machine.Assembly;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.run.RunResult;

/** Who takes part in a collective, each with a task of its own. */
public final class Meetings {
  /** One of those who take part. */
  public record Place(int process, int task) {}

  /** What a core exchanges with the other one of its rank by one pipe. */
  private record Pipe(int process, int number) {}

  private final RunResult run;
  private final List<Process> processes;
  private final Map<Integer, Integer> byCore = new HashMap<>();
  private final Map<Pipe, List<Integer>> calls = new HashMap<>();

  /** Of a run, simulated or measured. */
  public Meetings(RunResult run) {
    this.run = run;
    this.processes = run.processes();
    run.neuron()
        .filter(neuron -> neuron.launch().communicator().isPresent())
        .ifPresent(
            neuron -> {
              for (Process process : processes) {
                byCore.put(core(neuron, process.number()), process.number());
                indexCalls(neuron, process);
              }
            });
  }

  private void indexCalls(NeuronRun neuron, Process process) {
    Assembly assembly = neuron.machine().core(process).assembly();
    for (int task = 0; task < process.program().size(); task++) {
      Cancellation.check();
      if (assembly.instruction(task) instanceof CollectivePermute permute
          && permute.partners() instanceof Partners.OtherCore other) {
        calls
            .computeIfAbsent(new Pipe(process.number(), other.pipe()), pipe -> new ArrayList<>())
            .add(task);
      }
    }
  }

  /** Those whose arrival a process waits for in a task that is a collective, itself among them. */
  public List<Place> of(int process, int task) {
    return run.neuron()
        .flatMap(
            neuron -> neuron.launch().communicator().map(who -> of(neuron, who, process, task)))
        .orElseGet(() -> ofGroup(process, task));
  }

  /**
   * Cores of one role run the same script, so that the task has the same number on all of them; the
   * cores of a rank meet at the same call.
   */
  private List<Place> of(NeuronRun neuron, Communicator who, int process, int task) {
    Process own = processes.get(process);
    Instruction collective = neuron.machine().core(own).assembly().instruction(task);
    List<Place> places = new ArrayList<>();
    for (int partner : who.partners(collective, core(neuron, process))) {
      int other = byCore.get(partner);
      places.add(new Place(other, there(collective, process, task, other)));
    }
    return places;
  }

  private int there(Instruction collective, int process, int task, int other) {
    if (collective instanceof CollectivePermute permute
        && permute.partners() instanceof Partners.OtherCore within) {
      int call = calls.get(new Pipe(process, within.pipe())).indexOf(task);
      return calls.get(new Pipe(other, within.pipe())).get(call);
    }
    return task;
  }

  /** Of a profile nobody knows more than the group; its cores run the same script. */
  private List<Place> ofGroup(int process, int task) {
    int tp = run.scenario().ranks().tp();
    return IntStream.range(0, processes.size())
        .filter(other -> run.rank(other) / tp == run.rank(process) / tp)
        .filter(other -> isCollective(processes.get(other), task))
        .mapToObj(other -> new Place(other, task))
        .toList();
  }

  static boolean isCollective(Process process, int task) {
    return task < process.program().size()
        && process.processor().awaitedAs(task) == WaitReason.LINK;
  }

  private static int core(NeuronRun neuron, int process) {
    return neuron.launch().cores().get(process).core();
  }
}

package trn2sim.traces.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.program.Semaphore;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.memory.Access;

/** What the tasks of simulated cores may have waited for, as predecessors of a profile. */
final class Predecessors {
  /** A predecessor of another task. */
  record Edge(int process, int task, String type, WaitReason reason) {}

  private record Release(int space, long atPs) {}

  private record Raise(int process, int task, long seenPs) {}

  private final Machine machine;
  private final List<Process> processes;
  private final List<Map<Release, Integer>> releasers = new ArrayList<>();
  private final Map<Semaphore, List<Raise>> raises = new HashMap<>();

  Predecessors(Machine machine) {
    this.machine = machine;
    this.processes = machine.processes();
    for (Process process : processes) {
      releasers.add(releasers(process));
      indexRaises(process);
    }
  }

  private static long seenPs(Process process, int task) {
    return process.donePs(task) + process.processor().signalPs(task);
  }

  /** The first task whose end gave space back at an instant. */
  private static Map<Release, Integer> releasers(Process process) {
    Map<Release, Integer> first = new HashMap<>();
    Program program = process.program();
    for (int task = 0; task < program.size(); task++) {
      long seen = seenPs(process, task);
      for (int tile : program.tiles(task)) {
        if (process.releasedPs(tile) == seen) {
          first.putIfAbsent(new Release(program.tile(tile).space(), seen), task);
        }
      }
    }
    return first;
  }

  private void indexRaises(Process process) {
    for (int task = 0; task < process.program().size(); task++) {
      for (Program.Signal signal : process.program().signals(task)) {
        raises
            .computeIfAbsent(process.semaphores().get(signal.semaphore()), s -> new ArrayList<>())
            .add(new Raise(process.number(), task, seenPs(process, task)));
      }
    }
  }

  /** Those of a task: data first, then room that came later than all data, then other cores. */
  List<Edge> of(int p, int task) {
    Process process = processes.get(p);
    Program program = process.program();
    List<Edge> edges = new ArrayList<>();
    long latest = 0;
    for (int before : program.after(task)) {
      edges.add(
          new Edge(p, before, type(process, before, task), process.processor().awaitedAs(before)));
      latest = Math.max(latest, seenPs(process, before));
    }
    for (int tile : program.tiles(task)) {
      long reserved = process.reservedPs(tile);
      Integer giver = releasers.get(p).get(new Release(program.tile(tile).space(), reserved));
      if (giver != null && giver < task && reserved > latest) {
        edges.add(new Edge(p, giver, "ANTI_DEPENDENCE", WaitReason.SPACE));
        latest = reserved;
      }
    }
    if (process.reason(task) == WaitReason.PEER) {
      Semaphore semaphore = process.semaphores().get(process.blamed(task));
      for (Raise raise : raises.getOrDefault(semaphore, List.of())) {
        if (raise.seenPs == process.startPs(task)) {
          edges.add(new Edge(raise.process, raise.task, "FLOW_DEPENDENCE", WaitReason.PEER));
        }
      }
    }
    return edges;
  }

  private String type(Process process, int before, int task) {
    NeuronCore core = machine.core(process);
    Instruction first = core.assembly().instruction(before);
    Instruction second = core.assembly().instruction(task);
    if (meet(first.writes(), second.reads())) {
      return "FLOW_DEPENDENCE";
    }
    return meet(first.writes(), second.writes()) ? "OUTPUT_DEPENDENCE" : "ANTI_DEPENDENCE";
  }

  private static boolean meet(List<Access> some, List<Access> others) {
    for (Access one : some) {
      for (Access other : others) {
        boolean together = one.buffer().home().owner() == other.buffer().home().owner();
        if (together && one.footprint().overlaps(other.footprint())) {
          return true;
        }
      }
    }
    return false;
  }
}

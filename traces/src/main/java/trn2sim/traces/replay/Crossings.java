package trn2sim.traces.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Program;
import trn2sim.core.program.Semaphore;

/** Waits of one core for another: a semaphore for each, which all cores know. */
final class Crossings {
  private final List<Semaphore> semaphores = new ArrayList<>();
  private final Map<Integer, List<Program.Wait>> waits = new HashMap<>();
  private final Map<Integer, List<Program.Signal>> signals = new HashMap<>();

  void add(int source, int node, String name) {
    int semaphore = semaphores.size();
    semaphores.add(new Semaphore(name));
    waits.computeIfAbsent(node, n -> new ArrayList<>()).add(new Program.Wait(semaphore, 1));
    signals.computeIfAbsent(source, n -> new ArrayList<>()).add(new Program.Signal(semaphore, 1));
  }

  List<Semaphore> semaphores() {
    return semaphores;
  }

  List<Program.Wait> waits(int node) {
    return waits.getOrDefault(node, List.of());
  }

  List<Program.Signal> signals(int node) {
    return signals.getOrDefault(node, List.of());
  }
}

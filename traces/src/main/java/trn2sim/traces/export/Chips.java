package trn2sim.traces.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;

/** The chips, or what a machine has in their place, that the processes of a run are on. */
final class Chips {
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Map<String, Integer> first = new LinkedHashMap<>();

  Chips(List<Process> processes) {
    for (int p = 0; p < processes.size(); p++) {
      String chip = processes.get(p).name().split("[.]", 2)[0];
      names.add(chip);
      numbers.putIfAbsent(chip, numbers.size());
      first.putIfAbsent(chip, p);
    }
  }

  /** The number of a process's chip. */
  int of(int process) {
    return numbers.get(names.get(process));
  }

  String name(int process) {
    return names.get(process);
  }

  /** Whether no process before this one is on its chip. */
  boolean isFirst(int process) {
    return first.get(names.get(process)) == process;
  }

  /** A name without its chip, {@code Core[3].Tensor} of {@code Chip[0].Core[3].Tensor}. */
  String within(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(dot + 1);
  }
}

package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.machine.NeuronCore;

/** Collectives that are under way when a core has nothing more to multiply. */
final class LateCollectives {
  private LateCollectives() {}

  /** How long after an instant each of them is, time that several share counted once. */
  static List<GapCause.Wait> after(long ps, Process process, NeuronCore core) {
    List<GapCause.Wait> found = new ArrayList<>();
    long covered = ps;
    for (int task : inOrder(process, core)) {
      long end = process.donePs(task);
      long start = Math.max(covered, process.startPs(task));
      if (end > start) {
        found.add(new GapCause.Wait(process.number(), task, end - start));
        covered = end;
      }
    }
    return found;
  }

  private static List<Integer> inOrder(Process process, NeuronCore core) {
    return IntStream.range(0, process.program().size())
        .filter(task -> core.cost(task) instanceof Cost.Collective)
        .boxed()
        .sorted(Comparator.comparingLong(process::startPs))
        .toList();
  }
}

package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.Track;

/** What one process carried over links: the copies of each of its collectives. */
final class Carried {
  private final Process process;
  private final Map<Integer, List<Row.Bar>> copies = new HashMap<>();

  /** By collective: those whose copies come before its own on a channel. */
  private final Map<Integer, Set<Integer>> before = new HashMap<>();

  Carried(Process process, List<Row> rows) {
    this.process = process;
    rows.stream().filter(row -> row.kind() == Track.Kind.LINK).forEach(this::index);
  }

  private void index(Row row) {
    Set<Integer> seen = new HashSet<>();
    int previous = ProcessHistory.NOBODY;
    for (Row.Bar bar : row.bars()) {
      Cancellation.check();
      copies.computeIfAbsent(bar.task(), task -> new ArrayList<>()).add(bar);
      if (seen.add(bar.task()) && previous != ProcessHistory.NOBODY) {
        before.computeIfAbsent(bar.task(), task -> new HashSet<>()).add(previous);
      }
      previous = bar.task();
    }
  }

  /** The copies that this process drove of a collective, in no particular order. */
  List<Row.Bar> copies(int task) {
    return copies.getOrDefault(task, List.of());
  }

  /** The collective that a channel was busy with when this one was issued, the last of several. */
  OptionalInt ahead(int task) {
    long first = copies(task).stream().mapToLong(Row.Bar::startPs).min().orElse(0);
    return before.getOrDefault(task, Set.of()).stream()
        .mapToInt(Integer::intValue)
        .filter(other -> process.donePs(other) > process.startPs(task))
        .filter(other -> process.donePs(other) <= first)
        .sorted()
        .reduce((one, other) -> process.donePs(other) > process.donePs(one) ? other : one);
  }
}

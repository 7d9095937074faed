package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import trn2sim.core.check.SpacePeak;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;

/** Memory in use over time, by the buffers whose tiles hold it. */
final class BufferLevels {
  private static final int MOST_PARTS = 8;
  private static final String OTHERS = "others";

  private final Process process;
  private final int space;
  private final TimeBins bins;

  BufferLevels(Process process, int space, TimeBins bins) {
    this.process = process;
    this.space = space;
    this.bins = bins;
  }

  /** One counter for each of the largest buffers, the largest first; the rest are together. */
  List<Counter> counters() {
    Program.Space memory = process.program().spaces().get(space);
    List<String> names = largest();
    List<Counter> counters = new ArrayList<>();
    for (String name : names) {
      counters.add(counter(memory, name, tile -> name.equals(buffer(tile))));
    }
    if (units().size() > names.size()) {
      counters.add(counter(memory, OTHERS, tile -> !names.contains(buffer(tile))));
    }
    return counters;
  }

  private List<String> largest() {
    Map<String, Long> units = units();
    int most = units.size() > MOST_PARTS ? MOST_PARTS - 1 : MOST_PARTS;
    return units.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<String, Long> units() {
    Map<String, Long> units = new LinkedHashMap<>();
    for (int tile : process.program().spaceOrder(space)) {
      units.merge(buffer(tile), process.program().tile(tile).units(), Long::sum);
    }
    return units;
  }

  /** The tiles of one buffer differ in the number at the end of their names. */
  private String buffer(int tile) {
    String name = process.program().tile(tile).name();
    int end = name.length();
    while (end > 1 && Character.isDigit(name.charAt(end - 1))) {
      end--;
    }
    boolean separated = end > 1 && end < name.length() && "_.".indexOf(name.charAt(end - 1)) >= 0;
    return name.substring(0, separated ? end - 1 : end);
  }

  private Counter counter(Program.Space memory, String part, IntPredicate tiles) {
    List<SpacePeak.Level> levels = SpacePeak.levels(process, space, tiles);
    long[] at = levels.stream().mapToLong(SpacePeak.Level::atPs).toArray();
    long[] units = levels.stream().mapToLong(SpacePeak.Level::units).toArray();
    if (at.length > 2 * bins.count()) {
      units = bins.peaks(at, units);
      at = bins.starts();
    }
    String name = memory.name() + " usage";
    return new Counter(process.name(), name, part, memory.unit(), memory.capacity(), 1, at, units)
        .trimmed();
  }
}

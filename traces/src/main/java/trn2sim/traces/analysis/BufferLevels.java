package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.check.Levels;
import trn2sim.core.check.SpaceLevels;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;

/** Memory in use over time, by the buffers whose tiles hold it. */
record BufferLevels(Process process, int space, TimeBins bins) {
  /** One counter for each buffer. */
  List<Counter> counters(BufferNames names) {
    List<Counter> counters = new ArrayList<>();
    SpaceLevels levels = SpaceLevels.inUse(process, space);
    for (int i = 0; i < names.of(space).size(); i++) {
      int buffer = i;
      counters.add(
          counter(names.of(space).get(i), levels.of(tile -> names.buffer(tile) == buffer)));
    }
    return counters;
  }

  private Counter counter(String part, Levels levels) {
    Program.Space memory = process.program().spaces().get(space);
    long[] at = levels.atPs();
    long[] units = levels.units();
    if (at.length > 2 * bins.count()) {
      units = bins.peaks(at, units);
      at = bins.starts();
    }
    String name = memory.name() + " usage";
    return new Counter(process.name(), name, part, memory.unit(), memory.capacity(), 1, at, units)
        .trimmed();
  }
}

package trn2sim.traces.export;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.core.json.JsonStream;
import trn2sim.core.program.Process;
import trn2sim.traces.analysis.Counter;
import trn2sim.traces.analysis.Counters;
import trn2sim.traces.run.RunResult;

/**
 * The counters of a trace: those of a core belong to its rank, those of HBM and links to a process
 * of their own after the ranks.
 */
final class TraceCounters {
  private final RunResult result;
  private final TraceWindow window;
  private final JsonStream out;
  private final Map<String, Integer> rankOf = new LinkedHashMap<>();
  private final int shared;

  TraceCounters(RunResult result, TraceWindow window, JsonStream out) {
    this.result = result;
    this.window = window;
    this.out = out;
    for (Process process : result.processes()) {
      rankOf.put(process.name(), result.rank(process.number()));
    }
    shared = 1 + rankOf.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  void write() throws IOException {
    boolean named = false;
    for (Counter counter : Counters.of(result, window.ranks()::contains)) {
      Integer rank = rankOf.get(counter.group());
      if (rank == null && !named) {
        named = true;
        out.open().put("ph", "M").put("pid", shared).put("tid", 0).put("name", "process_name");
        out.open("args").put("name", "HBM and links").end().end();
      }
      write(counter, rank == null ? shared : rank);
    }
  }

  private void write(Counter counter, int process) throws IOException {
    String part = counter.part().isEmpty() ? "" : " " + counter.part();
    String name = counter.group() + " " + counter.name() + part + ", " + counter.unit();
    for (int i = 0; i < counter.at().length && counter.at()[i] <= window.endPs(); i++) {
      out.open().put("ph", "C").put("pid", process).put("tid", 0).put("name", name);
      out.putMicros("ts", counter.at()[i]).open("args");
      out.put("value", (double) counter.values()[i] / counter.scale()).end().end();
    }
  }
}

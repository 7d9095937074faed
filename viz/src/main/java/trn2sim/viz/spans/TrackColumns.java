package trn2sim.viz.spans;

import java.util.List;
import trn2sim.core.json.JsonObject;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.traces.analysis.Awaited;
import trn2sim.traces.analysis.RowTitle;
import trn2sim.traces.run.RunResult;

/** The bars of the rows as columns. */
final class TrackColumns {
  private final RunResult result;
  private final List<Process> processes;
  private final Awaited awaited;
  private final Waits waits = new Waits();

  TrackColumns(RunResult result, Awaited awaited) {
    this.result = result;
    this.processes = result.processes();
    this.awaited = awaited;
  }

  void write(int number, ByteSink sink) {
    Track track = result.timeline().tracks().get(number);
    Process process = processes.get(track.process());
    for (int bar = 0; bar < track.size(); bar++) {
      sink.unsigned(track.gapPs(bar));
    }
    for (int bar = 0; bar < track.size(); bar++) {
      sink.unsigned(track.endPs(bar) - track.startPs(bar));
    }
    int task = 0;
    for (int bar = 0; bar < track.size(); bar++) {
      sink.signed((long) track.task(bar) - task);
      task = track.task(bar);
    }
    for (int bar = 0; bar < track.size(); bar++) {
      sink.unsigned(waits.number(process, track, bar));
    }
    int previous = 0;
    for (int bar = 0; bar < track.size(); bar++) {
      int target = awaited.of(number, bar) + 1;
      sink.signed((long) target - previous);
      previous = target;
    }
    for (long bytes : bytes(track)) {
      sink.unsigned(bytes);
    }
  }

  /** How many bytes each bar moves; nothing for rows that move none. */
  private List<Long> bytes(Track track) {
    Process process = processes.get(track.process());
    return process.processor().bytes(track.name().substring(process.name().length() + 1));
  }

  JsonObject header(Track track, int program) {
    TrackName name = TrackName.of(track.name());
    return new JsonObject()
        .put("group", name.owner())
        .put("row", name.row())
        .put("title", RowTitle.of(name.row()))
        .put("kind", track.kind().name())
        .put("program", program)
        .put("size", track.size())
        .put("rank", result.rank(track.process()))
        .put("moves", bytes(track).size());
  }

  /** The kinds of waiting that occurred in what was written. */
  List<JsonObject> kinds() {
    return waits.kinds().stream()
        .map(kind -> new JsonObject().put("reason", kind.reason().label()).put("text", kind.text()))
        .toList();
  }
}

package trn2sim.traces.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonStream;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.traces.analysis.RowTitle;
import trn2sim.traces.run.RunResult;

/**
 * A run in the Trace Event Format, which Perfetto and chrome://tracing open: a process for each
 * rank, a thread for each engine and queue, slices for instructions and for waits, counters, arrows
 * from an instruction to the one that waited for it. Written as it goes, never held in memory.
 */
public final class ChromeTraceWriter {
  private final RunResult result;
  private final List<Process> processes;
  private final TraceWindow window;
  private final JsonStream out;
  private final LongConsumer progress;

  private ChromeTraceWriter(
      RunResult result, TraceWindow window, JsonStream out, LongConsumer progress) {
    this.result = result;
    this.processes = result.processes();
    this.window = window;
    this.out = out;
    this.progress = progress;
  }

  /** Writes all of a run. */
  public static void write(RunResult result, OutputStream out) throws IOException {
    write(result, TraceWindow.whole(result), out, bars -> {});
  }

  /**
   * Writes what a window shows.
   *
   * @param progress told from time to time how many bars are written
   */
  public static void write(
      RunResult result, TraceWindow window, OutputStream out, LongConsumer progress)
      throws IOException {
    try (JsonStream json = new JsonStream(out)) {
      new ChromeTraceWriter(result, window, json, progress).write();
    }
    out.write('\n');
  }

  private void write() throws IOException {
    out.open().put("displayTimeUnit", "ns");
    out.open("otherData").put("scenario", Json.compact(ScenarioJson.of(result.scenario())));
    out.put("device", result.scenario().device().digest());
    out.put("shows", window.whole() ? "everything" : window.describe(result)).end();
    out.openList("traceEvents");
    nameRanks();
    new TraceCounters(result, window, out).write();
    List<Track> tracks = result.timeline().tracks();
    TraceBars bars = new TraceBars(result, window, out, progress);
    for (int t = 0; t < tracks.size(); t++) {
      if (window.shows(result, tracks.get(t))) {
        nameThread(tracks.get(t), t);
        bars.write(tracks.get(t), t);
      }
    }
    out.endList().end();
  }

  private void nameRanks() throws IOException {
    Set<Integer> named = new TreeSet<>();
    for (Process process : processes) {
      int rank = result.rank(process.number());
      if (window.ranks().contains(rank) && named.add(rank)) {
        name("process_name", rank, 0, "rank " + rank);
        base("M", rank, 0).put("name", "process_sort_index");
        out.open("args").put("sort_index", rank).end().end();
      }
    }
  }

  private void nameThread(Track track, int number) throws IOException {
    TrackName name = TrackName.of(track.name());
    String owner = name.owner().isEmpty() ? "" : name.owner() + " ";
    int rank = result.rank(track.process());
    name("thread_name", rank, number + 1, owner + RowTitle.of(name.row()));
    base("M", rank, number + 1).put("name", "thread_sort_index");
    out.open("args").put("sort_index", number).end().end();
  }

  private void name(String what, int p, int thread, String name) throws IOException {
    base("M", p, thread).put("name", what);
    out.open("args").put("name", name).end().end();
  }

  private JsonStream base(String phase, int p, int thread) throws IOException {
    return out.open().put("ph", phase).put("pid", p).put("tid", thread);
  }
}

package trn2sim.traces.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonStream;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.analysis.RowTitle;
import trn2sim.traces.run.RunResult;

/**
 * A run in the Trace Event Format, which Perfetto and chrome://tracing open: a process for each
 * rank, a thread for each engine and queue, slices for instructions and for waits, counters, arrows
 * from an instruction to the one that waited for it. Written as it goes, never held in memory.
 */
public final class ChromeTraceWriter {
  private static final long NANOSECOND = 1000;
  private static final int REPORT_EVERY = 1 << 12;

  private final RunResult result;
  private final List<Process> processes;
  private final TraceWindow window;
  private final JsonStream out;
  private final LongConsumer progress;
  private int flows;
  private long written;

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
    TrackIndex index = new TrackIndex(result, window);
    for (int t = 0; t < tracks.size(); t++) {
      if (window.shows(result, tracks.get(t))) {
        nameThread(tracks.get(t), t);
        bars(tracks.get(t), t, index);
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

  private void bars(Track track, int number, TrackIndex index) throws IOException {
    String category = track.kind().name().toLowerCase(Locale.ROOT);
    int shown = window.shown(track);
    for (int bar = 0; bar < shown; bar++) {
      if (track.reason(bar) != WaitReason.NONE && track.gapPs(bar) > 0) {
        idle(track, number, bar);
      }
      int task = track.task(bar);
      String text = result.outcome().label(track.process(), task);
      long duration = track.endPs(bar) - track.startPs(bar);
      base("X", result.rank(track.process()), number + 1)
          .put("name", opcode(text))
          .put("cat", category)
          .putMicros("ts", track.startPs(bar))
          .putMicros("dur", duration);
      out.open("args").put("start_ps", track.startPs(bar)).put("dur_ps", duration);
      out.put("task", task).put("instruction", text).end().end();
      arrow(index, track, number, bar);
      if (++written % REPORT_EVERY == 0) {
        progress.accept(written);
      }
    }
  }

  /** The row stands still from the bar before to this one. */
  private void idle(Track track, int number, int bar) throws IOException {
    long gap = track.gapPs(bar);
    base("X", result.rank(track.process()), number + 1)
        .put("name", "wait: " + track.reason(bar).label())
        .put("cat", "wait")
        .putMicros("ts", track.startPs(bar) - gap)
        .putMicros("dur", gap);
    out.open("args").put("start_ps", track.startPs(bar) - gap).put("dur_ps", gap);
    out.put("wait", track.reason(bar).label()).put("blamed", blamed(track, bar)).end().end();
  }

  private static String opcode(String text) {
    int space = text.indexOf(' ');
    return space < 0 ? text : text.substring(0, space);
  }

  /** On a row of transfers, reasons always name a task. */
  private String blamed(Track track, int bar) {
    int who = track.blamed(bar);
    if (who < 0) {
      return "its own pipeline";
    }
    if (track.kind() != Track.Kind.ENGINE) {
      return result.outcome().label(track.process(), who);
    }
    Process process = processes.get(track.process());
    return switch (track.reason(bar)) {
      case SPACE -> room(process, who);
      case PEER -> process.semaphores().get(who).name();
      default -> result.outcome().label(track.process(), who);
    };
  }

  /** A tile, or the task that held the room. */
  private static String room(Process process, int who) {
    int tiles = process.program().tileCount();
    return who < tiles
        ? process.program().tile(who).name()
        : process.processor().describe(who - tiles);
  }

  /**
   * From the last nanosecond of the blamed slice to the start of the waiting one: viewers bind an
   * arrow to the slice that is open at its instant, in whole nanoseconds.
   */
  private void arrow(TrackIndex index, Track track, int number, int bar) throws IOException {
    boolean byTask =
        switch (track.reason(bar)) {
          case ENGINE, DMA, LINK -> track.kind() == Track.Kind.ENGINE;
          default -> false;
        };
    if (!byTask) {
      return;
    }
    TrackIndex.Place from = index.place(track.process(), track.blamed(bar));
    Track source = result.timeline().tracks().get(from.track());
    if (from.bar() >= window.shown(source)) {
      return;
    }
    flows++;
    int rank = result.rank(track.process());
    long last = Math.max(source.startPs(from.bar()), source.endPs(from.bar()) - NANOSECOND);
    long leaves = Math.min(last, track.startPs(bar));
    base("s", rank, from.track() + 1);
    out.put("name", "wait").put("cat", "wait").put("id", flows).putMicros("ts", leaves).end();
    base("f", rank, number + 1).put("name", "wait").put("cat", "wait");
    out.put("id", flows).put("bp", "e").putMicros("ts", track.startPs(bar)).end();
  }

  private void name(String what, int p, int thread, String name) throws IOException {
    base("M", p, thread).put("name", what);
    out.open("args").put("name", name).end().end();
  }

  private JsonStream base(String phase, int p, int thread) throws IOException {
    return out.open().put("ph", phase).put("pid", p).put("tid", thread);
  }
}

package trn2sim.traces.export;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import trn2sim.core.check.SpacePeak;
import trn2sim.core.json.JsonStream;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.traces.run.RunResult;

/**
 * A run in the Trace Event Format, which Perfetto and chrome://tracing open: a process for each
 * chip, a thread for each engine and DMA queue, counters for memory and the array's pace, arrows
 * from an instruction to the one that waited for it. Written as it goes, never held in memory.
 */
public final class ChromeTraceWriter {
  private static final long NANOSECOND = 1000;
  private static final String PACE = " Tensor full pace";

  private final RunResult result;
  private final JsonStream out;
  private final Chips chips;
  private int flows;

  private ChromeTraceWriter(RunResult result, JsonStream out) {
    this.result = result;
    this.out = out;
    this.chips = new Chips(result.processes());
  }

  public static void write(RunResult result, Writer out) throws IOException {
    try (JsonStream json = new JsonStream(out)) {
      new ChromeTraceWriter(result, json).write();
    }
    out.write('\n');
  }

  private void write() throws IOException {
    out.open().put("displayTimeUnit", "ns").openList("traceEvents");
    List<Process> processes = result.processes();
    for (int p = 0; p < processes.size(); p++) {
      if (chips.isFirst(p)) {
        name("process_name", chips.of(p), 0, chips.name(p));
      }
      counters(p, processes.get(p));
    }
    List<Track> tracks = result.timeline().tracks();
    TrackIndex index = new TrackIndex(result);
    for (int t = 0; t < tracks.size(); t++) {
      int chip = chips.of(tracks.get(t).process());
      name("thread_name", chip, t + 1, chips.within(tracks.get(t).name()));
      base("M", chip, t + 1).put("name", "thread_sort_index");
      out.open("args").put("sort_index", t).end().end();
      bars(tracks.get(t), t, index);
    }
    out.endList().end();
  }

  private void bars(Track track, int number, TrackIndex index) throws IOException {
    Process process = result.processes().get(track.process());
    String category = track.kind().name().toLowerCase(Locale.ROOT);
    for (int bar = 0; bar < track.size(); bar++) {
      int task = track.task(bar);
      String text = result.outcome().label(track.process(), task);
      WaitReason reason = track.reason(bar);
      long duration = track.endPs(bar) - track.startPs(bar);
      base("X", chips.of(track.process()), number + 1)
          .put("name", opcode(text))
          .put("cat", category)
          .putMicros("ts", track.startPs(bar))
          .putMicros("dur", duration);
      out.open("args").put("start_ps", track.startPs(bar)).put("dur_ps", duration);
      out.put("task", task).put("instruction", text);
      if (reason != WaitReason.NONE) {
        out.put("wait", reason.label()).put("wait_ps", track.gapPs(bar));
        out.put("blamed", blamed(process, track, bar));
      }
      out.end().end();
      boolean byTask =
          reason == WaitReason.ENGINE || reason == WaitReason.DMA || reason == WaitReason.LINK;
      if (byTask && track.kind() == Track.Kind.ENGINE) {
        arrow(index.place(track.process(), track.blamed(bar)), track, number, bar);
      }
    }
  }

  private static String opcode(String text) {
    int space = text.indexOf(' ');
    return space < 0 ? text : text.substring(0, space);
  }

  /** On a row of transfers, reasons always name a task. */
  private String blamed(Process process, Track track, int bar) {
    int who = track.blamed(bar);
    if (who < 0) {
      return "its own pipeline";
    }
    if (track.kind() != Track.Kind.ENGINE) {
      return result.outcome().label(track.process(), who);
    }
    return switch (track.reason(bar)) {
      case SPACE -> process.program().tile(who).name();
      case PEER -> process.semaphores().get(who).name();
      default -> result.outcome().label(track.process(), who);
    };
  }

  /**
   * From the last nanosecond of the blamed slice to the start of the waiting one: viewers bind an
   * arrow to the slice that is open at its instant, in whole nanoseconds.
   */
  private void arrow(TrackIndex.Place from, Track track, int number, int bar) throws IOException {
    flows++;
    Track source = result.timeline().tracks().get(from.track());
    long last = Math.max(source.startPs(from.bar()), source.endPs(from.bar()) - NANOSECOND);
    long leaves = Math.min(last, track.startPs(bar));
    base("s", chips.of(source.process()), from.track() + 1);
    out.put("name", "wait").put("cat", "wait").put("id", flows).putMicros("ts", leaves).end();
    base("f", chips.of(track.process()), number + 1).put("name", "wait").put("cat", "wait");
    out.put("id", flows).put("bp", "e").putMicros("ts", track.startPs(bar)).end();
  }

  private void counters(int p, Process process) throws IOException {
    Program program = process.program();
    String core = chips.within(process.name());
    for (int space = 0; space < program.spaces().size(); space++) {
      Program.Space memory = program.spaces().get(space);
      for (SpacePeak.Level level : SpacePeak.levels(process, space)) {
        String name = core + " " + memory.name() + " " + memory.unit();
        counter(p, name, level.atPs(), level.units());
      }
    }
    if (process.processor() instanceof NeuronCore array) {
      counter(p, core + PACE, 0, 0);
      for (var change : array.paceChanges().entrySet()) {
        counter(p, core + PACE, change.getKey(), change.getValue() ? 1 : 0);
      }
    }
  }

  private void counter(int p, String name, long atPs, long value) throws IOException {
    base("C", chips.of(p), 0).put("name", name).putMicros("ts", atPs);
    out.open("args").put("value", value).end().end();
  }

  private void name(String what, int p, int thread, String name) throws IOException {
    base("M", p, thread).put("name", what);
    out.open("args").put("name", name).end().end();
  }

  private JsonStream base(String phase, int p, int thread) throws IOException {
    return out.open().put("ph", phase).put("pid", p).put("tid", thread);
  }
}

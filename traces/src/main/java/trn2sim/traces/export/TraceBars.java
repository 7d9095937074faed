package trn2sim.traces.export;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import trn2sim.core.json.JsonShape;
import trn2sim.core.json.JsonStream;
import trn2sim.core.json.JsonText;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.run.RunResult;

/** The slices of a trace: instructions, the waits before them, and arrows to who was waited for. */
final class TraceBars {
  private static final long NANOSECOND = 1000;
  private static final int REPORT_EVERY = 1 << 12;

  private final RunResult result;
  private final List<Process> processes;
  private final TraceWindow window;
  private final JsonStream out;
  private final LongConsumer progress;
  private final TrackIndex index;

  /** Where lines of a source are known. */
  private final Optional<Launch> launch;

  private int flows;
  private long written;

  /** What the tasks of a program are; cores that run the same one share them. */
  private final Map<Program, Label[]> labels = new IdentityHashMap<>();

  private final Map<WaitReason, Label> gaps = new EnumMap<>(WaitReason.class);
  private final Map<SourceLines.Place, JsonText> places = new IdentityHashMap<>();

  /** Other texts that many bars have. */
  private final Map<String, JsonText> texts = new HashMap<>();

  TraceBars(RunResult result, TraceWindow window, JsonStream out, LongConsumer progress) {
    this.result = result;
    this.processes = result.processes();
    this.window = window;
    this.out = out;
    this.progress = progress;
    this.index = new TrackIndex(result, window);
    this.launch = result.neuron().map(NeuronRun::launch).filter(what -> !what.sources().isEmpty());
  }

  /**
   * What a bar or a gap is.
   *
   * @param name what viewers show of it
   */
  private record Label(JsonText name, JsonText text) {
    static Label of(WaitReason reason) {
      return new Label(JsonText.of("wait: " + reason.label()), JsonText.of(reason.label()));
    }
  }

  /** The objects of a row, which differ in a few values. */
  private record Shapes(JsonShape bar, JsonShape gap, JsonShape arrives) {
    static Shapes of(int rank, int number, Track.Kind kind, boolean sourced) {
      String row = "'pid': " + rank + ", 'tid': " + (number + 1);
      String category = kind.name().toLowerCase(Locale.ROOT);
      String slice = "{'ph': 'X', " + row + ", 'name': ?, 'cat': '";
      String times = "', 'ts': ?, 'dur': ?, 'args': {'start_ps': ?, 'dur_ps': ?, ";
      return new Shapes(
          new JsonShape(
              slice
                  + category
                  + times
                  + "'task': ?, 'instruction': ?"
                  + (sourced ? ", 'source': ?}}" : "}}")),
          new JsonShape(slice + "wait" + times + "'wait': ?, 'blamed': ?}}"),
          new JsonShape(
              "{'ph': 'f', "
                  + row
                  + ", 'name': 'wait', 'cat': 'wait', 'id': ?, 'bp': 'e', 'ts': ?}"));
    }

    /** An arrow begins on another row. */
    private static JsonShape leaves(int rank) {
      return new JsonShape(
          "{'ph': 's', 'pid': "
              + rank
              + ", 'tid': ?, 'name': 'wait', 'cat': 'wait', 'id': ?, 'ts': ?}");
    }
  }

  void write(Track track, int number) throws IOException {
    int rank = result.rank(track.process());
    Shapes shapes = Shapes.of(rank, number, track.kind(), launch.isPresent());
    JsonShape leaves = Shapes.leaves(rank);
    int shown = window.shown(track);
    for (int bar = 0; bar < shown; bar++) {
      if (track.reason(bar) != WaitReason.NONE && track.gapPs(bar) > 0) {
        wait(track, shapes.gap, bar);
      }
      Label label = label(track.process(), track.task(bar));
      slice(shapes.bar, label.name, track.startPs(bar), track.endPs(bar) - track.startPs(bar));
      out.value(track.task(bar)).value(label.text);
      if (launch.isPresent()) {
        out.value(source(launch.get(), track.process(), track.task(bar)));
      }
      arrow(track, bar, leaves, shapes.arrives);
      if (++written % REPORT_EVERY == 0) {
        progress.accept(written);
      }
    }
  }

  private void slice(JsonShape shape, JsonText name, long startPs, long durationPs)
      throws IOException {
    out.open(shape).value(name).micros(startPs).micros(durationPs);
    out.value(startPs).value(durationPs);
  }

  /** The row stands still from the bar before to this one. */
  private void wait(Track track, JsonShape shape, int bar) throws IOException {
    long gap = track.gapPs(bar);
    Label reason = gaps.computeIfAbsent(track.reason(bar), Label::of);
    slice(shape, reason.name, track.startPs(bar) - gap, gap);
    out.value(reason.text).value(blamed(track, bar));
  }

  private Label label(int process, int task) {
    Program program = processes.get(process).program();
    Label[] all = labels.computeIfAbsent(program, p -> new Label[result.outcome().tasks(process)]);
    if (all[task] == null) {
      String text = result.outcome().label(process, task);
      all[task] = new Label(text(opcode(text)), JsonText.of(text));
    }
    return all[task];
  }

  /** A text of a few. */
  private JsonText text(String text) {
    return texts.computeIfAbsent(text, JsonText::of);
  }

  /** The author's line; what the compiler put in has none. */
  private JsonText source(Launch launch, int process, int task) {
    return LineCost.place(launch, process, task)
        .map(at -> places.computeIfAbsent(at, p -> JsonText.of(p.innermost().toString())))
        .orElseGet(() -> text(""));
  }

  private static String opcode(String text) {
    int space = text.indexOf(' ');
    return space < 0 ? text : text.substring(0, space);
  }

  /** On a row of transfers, reasons always name a task. */
  private JsonText blamed(Track track, int bar) {
    int who = track.blamed(bar);
    if (who < 0) {
      return text(
          processes
              .get(track.process())
              .processor()
              .preparation(track.task(bar))
              .map(own -> WaitReason.PIPELINE.awaited() + ", which " + own.text())
              .orElse(WaitReason.PIPELINE.awaited()));
    }
    if (track.kind() != Track.Kind.ENGINE) {
      return label(track.process(), who).text;
    }
    Process process = processes.get(track.process());
    return switch (track.reason(bar)) {
      case SPACE -> JsonText.of(room(process, who));
      case PEER -> text(process.semaphores().get(who).name());
      default -> label(track.process(), who).text;
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
  private void arrow(Track track, int bar, JsonShape leaves, JsonShape arrives) throws IOException {
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
    long last = Math.max(source.startPs(from.bar()), source.endPs(from.bar()) - NANOSECOND);
    out.open(leaves).value(from.track() + 1).value(flows);
    out.micros(Math.min(last, track.startPs(bar)));
    out.open(arrives).value(flows).micros(track.startPs(bar));
  }
}

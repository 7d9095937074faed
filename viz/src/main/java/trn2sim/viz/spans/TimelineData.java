package trn2sim.viz.spans;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.traces.analysis.Awaited;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/**
 * The timeline of a run in the compact form that the report's script reads: a JSON header, then
 * columns of numbers. Cores that run the same program share its texts.
 */
public final class TimelineData {
  private final Findings findings;
  private final RunResult result;
  private final Awaited awaited;
  private final PathColumns path;
  private final Waits waits = new Waits();
  private final Map<Program, Integer> programs = new IdentityHashMap<>();
  private final List<LabelColumns> labels = new ArrayList<>();

  private TimelineData(Findings findings) {
    this.findings = findings;
    this.result = findings.run();
    this.path = new PathColumns(findings.criticalPath());
    this.awaited = new Awaited(result);
  }

  public static void write(Findings findings, OutputStream out) throws IOException {
    new TimelineData(findings).write(out);
  }

  private void write(OutputStream out) throws IOException {
    for (Process process : result.processes()) {
      if (programs.putIfAbsent(process.program(), labels.size()) == null) {
        labels.add(texts(process.number()));
      }
    }
    ByteArrayOutputStream columns = new ByteArrayOutputStream();
    ByteSink sink = new ByteSink(columns);
    List<Track> tracks = result.timeline().tracks();
    for (int t = 0; t < tracks.size(); t++) {
      writeTrack(tracks.get(t), t, sink);
    }
    List<Counter> counters = Counters.of(result);
    for (Counter counter : counters) {
      writeCounter(counter, sink);
    }
    path.write(sink);
    for (LabelColumns text : labels) {
      text.writeTemplates(sink);
    }
    ByteSink whole = new ByteSink(out);
    whole.bytes(Json.compact(header(counters)).getBytes(StandardCharsets.UTF_8));
    columns.writeTo(out);
    for (LabelColumns text : labels) {
      text.writeNumbers(whole);
    }
  }

  private LabelColumns texts(int process) {
    int tasks = result.outcome().tasks(process);
    LabelColumns texts = new LabelColumns(tasks);
    for (int task = 0; task < tasks; task++) {
      texts.add(TaskText.of(result, process, task));
    }
    return texts;
  }

  private void writeTrack(Track track, int number, ByteSink sink) throws IOException {
    Process process = result.processes().get(track.process());
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
  }

  private static void writeCounter(Counter counter, ByteSink sink) throws IOException {
    long previous = 0;
    for (long at : counter.at()) {
      sink.unsigned(at - previous);
      previous = at;
    }
    for (long value : counter.values()) {
      sink.unsigned(value);
    }
  }

  private JsonObject header(List<Counter> counters) {
    Timeline timeline = result.timeline();
    List<JsonObject> kinds = new ArrayList<>();
    waits
        .kinds()
        .forEach(
            kind ->
                kinds.add(
                    new JsonObject()
                        .put("reason", kind.reason().label())
                        .put("text", kind.text())));
    return new JsonObject()
        .put("end", timeline.endPs())
        .put("tracks", timeline.tracks().stream().map(this::header).toList())
        .put("counters", counters.stream().map(TimelineData::header).toList())
        .put("path", path.header())
        .put("waits", kinds)
        .put("steps", findings.ringSteps().stream().map(TimelineData::header).toList())
        .put("programs", labels.stream().map(this::header).toList());
  }

  private JsonObject header(Track track) {
    TrackName name = TrackName.of(track.name());
    int p = track.process();
    return new JsonObject()
        .put("group", name.owner())
        .put("row", name.row())
        .put("kind", track.kind().name())
        .put("program", programs.get(result.processes().get(p).program()))
        .put("size", track.size())
        .put("rank", result.rank(p));
  }

  private static JsonObject header(RingStep step) {
    return new JsonObject()
        .put("step", step.step())
        .put("start", step.startPs())
        .put("end", step.endPs());
  }

  private static JsonObject header(Counter counter) {
    return new JsonObject()
        .put("group", counter.group())
        .put("name", counter.name())
        .put("unit", counter.unit())
        .put("limit", counter.limit())
        .put("scale", counter.scale())
        .put("size", counter.at().length);
  }

  private JsonObject header(LabelColumns texts) {
    return new JsonObject()
        .put("tasks", texts.size())
        .put(
            "templates",
            texts.templates().stream().map(t -> new JsonObject().put("text", t)).toList());
  }
}

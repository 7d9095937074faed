package trn2sim.viz.spans;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Track;
import trn2sim.traces.analysis.Awaited;
import trn2sim.traces.analysis.Counter;
import trn2sim.traces.analysis.Counters;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.run.RunResult;

/**
 * The timeline of a run in the compact form that the report's script reads: a JSON header, then
 * columns of numbers. Cores that run the same program share its texts.
 */
public final class TimelineData {
  /** What cores that run one program share. */
  private record Texts(LabelColumns labels, Optional<PlaceColumn> places) {}

  private final Findings findings;
  private final RunResult result;
  private final List<Process> processes;
  private final Awaited awaited;
  private final PathColumns path;
  private final TrackColumns columns;
  private final Map<Program, Integer> programs = new IdentityHashMap<>();
  private final List<Texts> texts = new ArrayList<>();

  private final boolean profiled;

  private TimelineData(Findings findings, boolean profiled) {
    this.profiled = profiled;
    this.findings = findings;
    this.result = findings.run();
    this.processes = result.processes();
    this.path = new PathColumns(findings.criticalPath());
    this.awaited = new Awaited(result);
    this.columns = new TrackColumns(result, awaited);
  }

  /**
   * Writes the timeline of a run.
   *
   * @param profiled whether operations have the profiler's names, because a profile stands beside
   */
  public static void write(Findings findings, boolean profiled, OutputStream out)
      throws IOException {
    new TimelineData(findings, profiled).write(out);
  }

  private void write(OutputStream out) throws IOException {
    for (Process process : processes) {
      if (programs.putIfAbsent(process.program(), texts.size()) == null) {
        texts.add(texts(process.number()));
      }
    }
    ByteSink sink = new ByteSink();
    for (int t = 0; t < result.timeline().tracks().size(); t++) {
      columns.write(t, sink);
    }
    List<Counter> counters = Counters.of(result);
    for (Counter counter : counters) {
      writeCounter(counter, sink);
    }
    path.write(awaited, sink);
    for (Texts text : texts) {
      text.labels.writeTemplates(sink);
      if (text.places.isPresent()) {
        text.places.get().write(sink);
      }
    }
    for (Texts text : texts) {
      text.labels.writeNumbers(sink);
    }
    ByteSink header = new ByteSink();
    header.bytes(Json.compact(header(counters)).getBytes(StandardCharsets.UTF_8));
    header.writeTo(out);
    sink.writeTo(out);
  }

  private Texts texts(int process) {
    int tasks = result.outcome().tasks(process);
    LabelColumns labels = new LabelColumns(tasks);
    for (int task = 0; task < tasks; task++) {
      labels.add(
          profiled
              ? TaskText.asProfiled(result, process, task)
              : TaskText.of(result, process, task));
    }
    return new Texts(
        labels,
        LineCost.hasSource(result)
            ? Optional.of(new PlaceColumn(result, process))
            : Optional.empty());
  }

  private static void writeCounter(Counter counter, ByteSink sink) {
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
    return new JsonObject()
        .put("end", result.timeline().endPs())
        .put("tracks", result.timeline().tracks().stream().map(this::header).toList())
        .put("counters", counters.stream().map(TimelineData::header).toList())
        .put("path", path.header())
        .put("waits", columns.kinds())
        .put("steps", findings.ringSteps().stream().map(TimelineData::header).toList())
        .put("programs", texts.stream().map(TimelineData::header).toList());
  }

  private JsonObject header(Track track) {
    return columns.header(track, programs.get(processes.get(track.process()).program()));
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
        .put("part", counter.part())
        .put("unit", counter.unit())
        .put("limit", counter.limit())
        .put("scale", counter.scale())
        .put("size", counter.at().length);
  }

  private static JsonObject header(Texts texts) {
    List<String> templates = texts.labels.templates();
    return new JsonObject()
        .put("tasks", texts.labels.size())
        .put("templates", templates.stream().map(t -> new JsonObject().put("text", t)).toList())
        .put("places", texts.places.map(PlaceColumn::header).orElse(List.of()));
  }
}

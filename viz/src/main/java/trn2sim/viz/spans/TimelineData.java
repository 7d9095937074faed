package trn2sim.viz.spans;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.traces.analysis.Awaited;
import trn2sim.traces.analysis.Counter;
import trn2sim.traces.analysis.Counters;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/**
 * The timeline of a run in the compact form that the report's script reads: a JSON header, then
 * columns of numbers.
 */
public final class TimelineData {
  private final Findings findings;
  private final RunResult result;
  private final List<Process> processes;
  private final Awaited awaited;
  private final PathColumns path;
  private final TrackColumns columns;
  private final ProgramTexts texts;

  private TimelineData(Findings findings, ProgramTexts texts) {
    this.texts = texts;
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
   * @param texts of its programs
   */
  public static void write(Findings findings, ProgramTexts texts, OutputStream out)
      throws IOException {
    new TimelineData(findings, texts).write(out);
  }

  private void write(OutputStream out) throws IOException {
    ByteSink sink = new ByteSink();
    for (int t = 0; t < result.timeline().tracks().size(); t++) {
      columns.write(t, sink);
    }
    List<Counter> counters = Counters.of(result);
    for (Counter counter : counters) {
      writeCounter(counter, sink);
    }
    path.write(awaited, sink);
    texts.write(sink);
    ByteSink header = new ByteSink();
    header.bytes(Json.compact(header(counters)).getBytes(StandardCharsets.UTF_8));
    header.writeTo(out);
    sink.writeTo(out);
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
        .put("programs", texts.header());
  }

  private JsonObject header(Track track) {
    return columns.header(track, texts.number(processes.get(track.process()).program()));
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
}

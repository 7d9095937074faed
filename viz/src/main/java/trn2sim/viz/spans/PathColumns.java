package trn2sim.viz.spans;

import java.util.List;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.analysis.Awaited;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.RowTitle;

/**
 * The critical path as columns: how long each segment is, which resource it is charged to, and
 * which bar for.
 */
final class PathColumns {
  private final List<CriticalPath.Segment> segments;
  private final List<String> resources;

  PathColumns(CriticalPath path) {
    segments = path.segments();
    resources = path.shares().stream().map(CriticalPath.Share::resource).toList();
  }

  void write(Awaited bars, ByteSink sink) {
    for (CriticalPath.Segment segment : segments) {
      sink.unsigned(segment.endPs() - segment.startPs());
    }
    for (CriticalPath.Segment segment : segments) {
      sink.unsigned(resources.indexOf(segment.resource()));
    }
    int previous = 0;
    for (CriticalPath.Segment segment : segments) {
      int bar = bar(segment, bars) + 1;
      sink.signed((long) bar - previous);
      previous = bar;
    }
  }

  /** Of a transfer, its payload, unless the time is that of its issue. */
  private static int bar(CriticalPath.Segment segment, Awaited bars) {
    if (segment.task() < 0) {
      return Awaited.NOBODY;
    }
    boolean moves = segment.resource().startsWith("Dma") || segment.resource().startsWith("Link");
    return moves
        ? bars.end(segment.process(), segment.task())
        : bars.issued(segment.process(), segment.task());
  }

  JsonObject header() {
    return new JsonObject()
        .put("size", segments.size())
        .putTexts("resources", resources)
        .putTexts("titles", resources.stream().map(RowTitle::of).toList());
  }
}

package trn2sim.viz.spans;

import java.io.IOException;
import java.util.List;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.analysis.CriticalPath;

/** The critical path as columns: how long each segment is, and which resource it is charged to. */
final class PathColumns {
  private final List<CriticalPath.Segment> segments;
  private final List<String> resources;

  PathColumns(CriticalPath path) {
    segments = path.segments();
    resources = path.shares().stream().map(CriticalPath.Share::resource).toList();
  }

  void write(ByteSink sink) throws IOException {
    for (CriticalPath.Segment segment : segments) {
      sink.unsigned(segment.endPs() - segment.startPs());
    }
    for (CriticalPath.Segment segment : segments) {
      sink.unsigned(resources.indexOf(segment.resource()));
    }
  }

  JsonObject header() {
    return new JsonObject().put("size", segments.size()).putTexts("resources", resources);
  }
}

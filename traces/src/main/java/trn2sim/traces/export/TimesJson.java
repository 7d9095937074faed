package trn2sim.traces.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.findings.Times;
import trn2sim.traces.run.RunResult;

/** The times of a run and of its views, as {@code result.json} shows them. */
final class TimesJson {
  private TimesJson() {}

  /** What the kernel is said to take, and the views beside it. */
  static JsonObject of(Times times) {
    JsonObject json = new JsonObject();
    times.viewPs().forEach((view, ps) -> json.putMicros(view.label(), ps));
    times.launchPs().ifPresent(ps -> json.putMicros("launch", ps));
    times.withLaunchPs().ifPresent(ps -> json.putMicros("with_launch", ps));
    return json;
  }

  /** Each rank's own times, for machines that time ranks one by one. */
  static List<JsonObject> ranks(RunResult result) {
    Map<View, List<Long>> views =
        result.views().map(ViewTimes::rankPs).orElse(Map.of(View.TOTAL, result.outcome().rankPs()));
    List<JsonObject> ranks = new ArrayList<>();
    for (int rank = 0; rank < result.outcome().rankPs().size(); rank++) {
      JsonObject json = new JsonObject().put("rank", rank);
      for (View view : View.values()) {
        if (views.containsKey(view)) {
          json.putMicros(view.label(), views.get(view).get(rank));
        }
      }
      ranks.add(json);
    }
    return ranks;
  }
}

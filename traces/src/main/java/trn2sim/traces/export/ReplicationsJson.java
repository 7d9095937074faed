package trn2sim.traces.export;

import trn2sim.core.json.JsonObject;
import trn2sim.core.sim.Estimate;
import trn2sim.traces.run.Replications;

/** The estimates of replicated runs, as {@code result.json} shows them. */
final class ReplicationsJson {
  private ReplicationsJson() {}

  static JsonObject of(Replications replications) {
    JsonObject json =
        new JsonObject()
            .put("count", replications.totalUs().count())
            .put("total_us", estimate(replications.totalUs()));
    replications.speedup().ifPresent(speedup -> json.put("speedup", estimate(speedup)));
    return json;
  }

  private static JsonObject estimate(Estimate estimate) {
    return new JsonObject()
        .put("mean", estimate.mean())
        .put("ci95_low", estimate.mean() - estimate.halfWidth95())
        .put("ci95_high", estimate.mean() + estimate.halfWidth95())
        .put("min", estimate.min())
        .put("max", estimate.max());
  }
}

package trn2sim.traces.export;

import trn2sim.core.json.JsonObject;
import trn2sim.traces.calibrate.Calibration;
import trn2sim.traces.calibrate.Finding;
import trn2sim.traces.calibrate.Throttling;

/** A calibration as a JSON document. */
public final class CalibrationJson {
  private CalibrationJson() {}

  public static JsonObject of(Calibration calibration) {
    JsonObject aside = new JsonObject();
    calibration.leftAside().forEach(aside::put);
    JsonObject overrides = new JsonObject();
    calibration.overrides().forEach(overrides::put);
    JsonObject json =
        new JsonObject()
            .put("kinds", calibration.kinds().stream().map(CalibrationJson::kind).toList())
            .put(
                "parameters",
                calibration.findings().stream().map(CalibrationJson::finding).toList())
            .put("throttle", throttle(calibration.throttle()))
            .put("not_compared", aside)
            .put("overrides", overrides);
    calibration
        .accuracy()
        .ifPresent(
            a ->
                json.put(
                    "left_out",
                    new JsonObject()
                        .put("times", a.times())
                        .put("before_percent", a.before())
                        .put("after_percent", a.after())));
    return json;
  }

  private static JsonObject throttle(Throttling throttle) {
    return new JsonObject()
        .put("stretches", throttle.stretches())
        .put("full_pace", throttle.fullShare())
        .put("complete", throttle.complete())
        .put("whole_windows", throttle.whole())
        .put("window_ns", throttle.windowNs());
  }

  private static JsonObject kind(Calibration.Kind kind) {
    return new JsonObject()
        .put("kind", kind.name())
        .put("quantity", kind.quantity())
        .put("count", kind.count())
        .put("measured_ns", kind.measuredNs())
        .put("model_ns", kind.modelNs())
        .put("error_percent", kind.errorPercent());
  }

  private static JsonObject finding(Finding finding) {
    JsonObject json =
        new JsonObject()
            .put("name", finding.name())
            .put("device", finding.value())
            .put("state", finding.state().label());
    return finding.others().isEmpty()
        ? json.put("fitted", finding.fitted()).put("low", finding.low()).put("high", finding.high())
        : json.putTexts("together_with", finding.others());
  }
}

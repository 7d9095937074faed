package trn2sim.traces.accuracy;

import java.util.Optional;
import trn2sim.core.json.JsonObject;

/**
 * Between which times a prediction lies when what is not known of the compiler and of the device is
 * taken at its ends, in the row's unit.
 */
public record PredictedRange(double low, double high) {
  /** Nothing if no range was looked for. */
  static Optional<PredictedRange> of(JsonObject result, Metric metric) {
    Optional<Double> low = new Metric("range_us.stated_low", metric.unit()).of(result);
    Optional<Double> high = new Metric("range_us.stated_high", metric.unit()).of(result);
    return low.map(from -> new PredictedRange(from, high.orElseThrow()));
  }

  /** How far a measurement is from the nearer end; negative below the range, zero within it. */
  public double outsidePercent(double measured) {
    double nearest = Math.max(low, Math.min(high, measured));
    return 100 * (measured - nearest) / measured;
  }
}

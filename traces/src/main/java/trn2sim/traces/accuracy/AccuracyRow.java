package trn2sim.traces.accuracy;

import trn2sim.traces.scenario.Scenario;

/**
 * One measurement and the scenario that should reproduce it.
 *
 * @param set whether the model's parameters were chosen with the row in view, or not
 * @param metric dotted path into result.json
 * @param measured the kernel's own part of the time that was published
 * @param launch the rest of it, the tool's and the launch's, zero where there is none
 * @param note why the row is special, empty if it is not
 * @param where file and line
 */
public record AccuracyRow(
    String id,
    String group,
    String set,
    String source,
    Metric metric,
    double measured,
    double launch,
    String note,
    Scenario scenario,
    String where) {
  /** The device as the row names it. */
  public String device() {
    return scenario.deviceName();
  }
}

package trn2sim.traces.search;

import java.util.List;
import java.util.Optional;
import trn2sim.core.json.JsonObject;

/**
 * What a search for better settings found.
 *
 * @param basePs how long the scenario takes as it is
 * @param options one option changed at a time, the best first
 * @param pairs two options changed, the best first
 * @param combination the settings with the shortest time of all, if any is worth while
 * @param hardware faster parts of the device, the best first
 * @param sizes other sizes, the one with the best arithmetic rate first
 * @param refused settings that cannot be
 * @param simulations how many runs that took, the unchanged one included
 * @param untriedPairs pairs that would have exceeded the number of simulations
 * @param originalFails why the original of the kernel would fail as the scenario is, if it would
 */
public record Tuning(
    String scenario,
    long basePs,
    List<Tried> options,
    List<Tried> pairs,
    Optional<Tried> combination,
    List<Tried> hardware,
    List<Tried> sizes,
    List<Refused> refused,
    int simulations,
    int untriedPairs,
    Optional<String> originalFails) {
  /** Settings that the kernel or the device does not take, and why. */
  public record Refused(String settings, String reason) {}

  public JsonObject json() {
    JsonObject json = new JsonObject().put("scenario", scenario).putMicros("total_us", basePs);
    json.put("simulations", simulations);
    json.put("options", options.stream().map(Tried::json).toList());
    json.put("pairs", pairs.stream().map(Tried::json).toList());
    combination.ifPresent(best -> json.put("combination", best.json()));
    json.put("what_if", hardware.stream().map(Tried::json).toList());
    json.put("sizes", sizes.stream().map(size -> size.json().put("rate", size.rate())).toList());
    json.put(
        "refused",
        refused.stream()
            .map(no -> new JsonObject().put("settings", no.settings()).put("reason", no.reason()))
            .toList());
    originalFails.ifPresent(why -> json.put("original_fails", why));
    return json.put("untried_pairs", untriedPairs);
  }
}

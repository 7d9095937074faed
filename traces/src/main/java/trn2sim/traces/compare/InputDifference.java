package trn2sim.traces.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.export.ScenarioJson;
import trn2sim.traces.scenario.Scenario;

/**
 * A key of two scenarios whose values differ, defaults filled in; a value is absent where the
 * scenario has no such key.
 */
public record InputDifference(String key, Optional<String> a, Optional<String> b) {
  /** In the order of the keys; names do not count, for they change nothing. */
  static List<InputDifference> of(Scenario a, Scenario b) {
    Map<String, String> left = values(a);
    Map<String, String> right = values(b);
    Set<String> keys = new LinkedHashSet<>(left.keySet());
    keys.addAll(right.keySet());
    List<InputDifference> differences = new ArrayList<>();
    for (String key : keys) {
      Optional<String> x = Optional.ofNullable(left.get(key));
      Optional<String> y = Optional.ofNullable(right.get(key));
      if (!x.equals(y) && !key.equals("name")) {
        differences.add(new InputDifference(key, x, y));
      }
    }
    return differences;
  }

  /** By the keys that {@code --set} takes. */
  private static Map<String, String> values(Scenario scenario) {
    Map<String, String> values = new LinkedHashMap<>();
    flatten("", ScenarioJson.of(scenario), values);
    Map<String, String> settable = new LinkedHashMap<>();
    values.forEach(
        (key, value) ->
            settable.put(key.replaceFirst("^" + ScenarioJson.KERNEL, "kernel."), value));
    return settable;
  }

  private static void flatten(String prefix, JsonObject json, Map<String, String> values) {
    for (String key : json.keys()) {
      Optional<JsonObject> inner = json.get(key, JsonObject.class);
      inner.ifPresent(object -> flatten(prefix + key + ".", object, values));
      if (inner.isEmpty()) {
        json.get(key, Object.class).ifPresent(v -> values.put(prefix + key, v.toString()));
      }
    }
  }

  JsonObject json() {
    JsonObject json = new JsonObject().put("key", key);
    a.ifPresent(value -> json.put("a", value));
    b.ifPresent(value -> json.put("b", value));
    return json;
  }
}

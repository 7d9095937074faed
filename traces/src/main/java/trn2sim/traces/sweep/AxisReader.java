package trn2sim.traces.sweep;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.YamlCursor;
import trn2sim.traces.scenario.ScenarioLoader;

/** Reads {@code axes}: dotted keys, or mappings of them, with lists or ranges of values. */
final class AxisReader {
  private final List<Axis> axes = new ArrayList<>();

  private AxisReader() {}

  static List<Axis> read(YamlCursor all) {
    AxisReader reader = new AxisReader();
    reader.mapping("", all);
    if (reader.axes.isEmpty()) {
      throw all.fail(all.found(), "keys with lists or ranges of values");
    }
    return List.copyOf(reader.axes);
  }

  private void mapping(String prefix, YamlCursor mapping) {
    for (String key : mapping.keys()) {
      String name = prefix + key;
      YamlCursor value = mapping.child(key);
      if (AxisRange.isRange(value)) {
        add(value, new Axis(name, AxisRange.read(value)));
      } else if (value.isMapping()) {
        if (value.keys().isEmpty()) {
          throw value.fail("an empty mapping", "a list or a range of values");
        }
        mapping(name + ".", value);
      } else {
        add(value, new Axis(name, value.list()));
      }
    }
  }

  private void add(YamlCursor place, Axis axis) {
    if (axis.values().isEmpty()) {
      throw place.fail("an empty list", "at least one value");
    }
    if (axes.stream().anyMatch(other -> other.key().equals(axis.key()))) {
      throw place.fail("the key again", "it once");
    }
    String section = axis.key().replaceFirst("[.].*", "");
    if (!ScenarioLoader.KEYS.contains(section)) {
      throw place
          .fail("an unknown key", "one that begins with " + String.join(", ", ScenarioLoader.KEYS))
          .didYouMean(Nearest.to(section, ScenarioLoader.KEYS));
    }
    axes.add(axis);
  }
}

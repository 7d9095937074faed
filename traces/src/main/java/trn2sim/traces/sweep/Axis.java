package trn2sim.traces.sweep;

import java.util.List;
import trn2sim.core.config.YamlCursor;

/** A key of the scenario and the values it takes. */
public record Axis(String key, List<YamlCursor> values) {
  /** A value as a table shows it. */
  String text(int index) {
    YamlCursor value = values.get(index);
    return value.isList() || value.isMapping() ? value.found() : value.string();
  }
}

package trn2sim.hw.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;

/** A device as written: what the file says about itself, its sources and its leaves in order. */
record DeviceSheet(Header header, Map<String, Citation> sources, Map<String, Leaf> leaves) {
  /** What a device file says about itself; {@code file} is the name that errors use. */
  record Header(String file, String name, String title, String kind) {}

  DeviceSheet {
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    leaves = Collections.unmodifiableMap(new LinkedHashMap<>(leaves));
  }

  /** The leaf of this name, which every device of its kind must have. */
  Leaf leaf(String name) {
    Leaf leaf = leaves.get(name);
    if (leaf == null) {
      throw SpecException.at(
          header.file() + " " + name, "nothing", "{ value: ..., source: ..., confidence: ... }");
    }
    return leaf;
  }

  DeviceSheet with(Map<String, YamlCursor> values) {
    Map<String, Leaf> changed = new LinkedHashMap<>(leaves);
    values.forEach(
        (name, cursor) -> {
          Leaf old = leaves.get(name);
          if (old == null) {
            throw unknown(cursor.where(), name);
          }
          changed.put(name, old.overriddenBy(cursor));
        });
    return new DeviceSheet(header, sources, changed);
  }

  SpecException unknown(String place, String name) {
    return SpecException.at(
            place, name, "no such parameter", "a parameter of device " + header.name())
        .didYouMean(Nearest.to(name, leaves.keySet()));
  }
}

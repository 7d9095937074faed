package trn2sim.traces.scenario;

import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.api.KernelException;

/** Where the parts of a scenario were written, so that a refusal can name the line. */
public record Origin(String file, Map<String, String> places) {
  /** Only an argument of a kernel may be nothing: it is Python's {@code None}. */
  static Origin of(String file, YamlCursor top) {
    Map<String, String> places = new LinkedHashMap<>();
    top.flatten(key -> key.startsWith("kernel.args."))
        .forEach((key, value) -> places.put(key, value.where()));
    return new Origin(file, places);
  }

  /** The error for a setting that will not do; without a line if the file does not give it. */
  public SpecException refuse(String key, String found, String expected) {
    String section = key + ".";
    String within =
        places.keySet().stream()
            .filter(other -> other.startsWith(section))
            .findFirst()
            .map(places::get)
            .orElse(file);
    return SpecException.at(places.getOrDefault(key, within), key, found, expected);
  }

  /** A kernel's refusal with the place of what it refuses. */
  public SpecException locate(KernelException refused) {
    return refuse(refused.key(), refused.found(), refused.expected());
  }
}

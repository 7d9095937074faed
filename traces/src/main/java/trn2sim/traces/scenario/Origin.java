package trn2sim.traces.scenario;

import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.hw.spec.yaml.YamlCursor;

/** Where the parts of a scenario were written, so that a refusal can name the line. */
public record Origin(String file, Map<String, String> places) {
  static Origin of(String file, YamlCursor top) {
    Map<String, String> places = new LinkedHashMap<>();
    top.flatten().forEach((key, value) -> places.put(key, value.where()));
    return new Origin(file, places);
  }

  /** Puts file and line before a message that begins with a key, such as {@code shape.M: ...}. */
  public String locate(String message) {
    String key = message.split("[: ]", 2)[0];
    String place = places.getOrDefault(key, "");
    if (place.isEmpty()) {
      return file + (key.contains(".") && message.startsWith(key + ":") ? " " : ": ") + message;
    }
    return place.endsWith(" " + key)
        ? place + message.substring(key.length())
        : place + " " + message;
  }
}

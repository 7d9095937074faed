package trn2sim.traces.scenario;

import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.core.config.YamlCursor;

/** Where the parts of a scenario were written, so that a refusal can name the line. */
public record Origin(String file, Map<String, String> places) {
  static Origin of(String file, YamlCursor top) {
    Map<String, String> places = new LinkedHashMap<>();
    top.flatten().forEach((key, value) -> places.put(key, value.where()));
    return new Origin(file, places);
  }

  /** File, line and key of a setting; without the line if the file does not give it. */
  public String place(String key) {
    String place = places.getOrDefault(key, file);
    return place.endsWith(" " + key) ? place : place + " " + key;
  }

  /** Puts file and line before a message that begins with a key, such as {@code shape.M: ...}. */
  public String locate(String message) {
    String key = message.split("[: ]", 2)[0];
    boolean named = places.containsKey(key) || message.matches("[a-z]+\\.\\w+:.*");
    return named ? place(key) + message.substring(key.length()) : file + ": " + message;
  }
}

package trn2sim.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A YAML file in the making: dotted keys with the text of their values. */
final class Draft {
  /** One key and its value; the same key may come twice. */
  record Entry(String key, String value) {}

  private final List<Entry> entries = new ArrayList<>();

  Draft put(String key, String value) {
    entries.add(new Entry(key, value));
    return this;
  }

  List<Entry> entries() {
    return entries;
  }

  /** As YAML: the first part of a key is a mapping around the rest of it. */
  String yaml() {
    Map<String, StringBuilder> groups = new LinkedHashMap<>();
    StringBuilder text = new StringBuilder();
    for (Entry entry : entries) {
      int dot = entry.key.indexOf('.');
      if (dot < 0) {
        text.append(entry.key).append(": ").append(entry.value).append('\n');
      } else {
        groups
            .computeIfAbsent(entry.key.substring(0, dot), group -> new StringBuilder())
            .append("  " + entry.key.substring(dot + 1) + ": " + entry.value + "\n");
      }
    }
    groups.forEach((group, lines) -> text.append(group).append(":\n").append(lines));
    return text.toString();
  }
}

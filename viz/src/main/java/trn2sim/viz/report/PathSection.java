package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;

/** Which path the kernel took, why, and the bytes that decided it. */
final class PathSection implements Section {
  @Override
  public String title() {
    return "Path and its ledger";
  }

  @Override
  public boolean applies(ReportData data) {
    return data.figures().object("path").isPresent();
  }

  @Override
  public void write(ReportData data, Markup out) {
    Figures path = new Figures(data.figures().object("path").orElseThrow());
    List<List<String>> facts = new ArrayList<>();
    for (String key : path.document().keys()) {
      if (!key.equals("ledger")) {
        facts.add(List.of(key.replace('_', ' '), plain(path.document(), key)));
      }
    }
    Table.write(out, List.of("", ""), facts);
    List<List<String>> rows = new ArrayList<>();
    for (JsonObject entry : path.list("ledger")) {
      rows.add(entry.keys().stream().map(key -> plain(entry, key)).toList());
    }
    if (!rows.isEmpty()) {
      Table.write(out, path.list("ledger").get(0).keys(), rows);
    }
  }

  private static String plain(JsonObject object, String key) {
    return plain(object.find(key).orElse(""));
  }

  /** In words, as the rest of the page, not as JSON. */
  private static String plain(Object value) {
    if (value instanceof JsonObject object) {
      return object.keys().stream()
          .map(key -> key.replace('_', ' ') + " " + plain(object, key))
          .collect(Collectors.joining(", "));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(PathSection::plain).collect(Collectors.joining("; "));
    }
    return value instanceof String text ? text : Json.compact(value);
  }
}

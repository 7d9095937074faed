package trn2sim.core.config;

import java.util.List;
import trn2sim.core.unit.Quote;

/** Puts values given on the command line into a tree, with a place of their own. */
final class Overlay {
  private static final int MAX_LEVELS = 16;

  private Overlay() {}

  static void set(YamlNode.Mapping top, String dottedKey, String valueText) {
    String place = KeyPath.SET + KeyPath.ROOT.child(dottedKey).text();
    put(top, dottedKey, value(place, valueText));
  }

  /** Puts a node at a dotted key, creating missing levels at the node's own place. */
  static void put(YamlNode.Mapping top, String dottedKey, YamlNode node) {
    String place = node.where();
    List<String> keys = List.of(dottedKey.split("\\.", -1));
    if (keys.size() > MAX_LEVELS || keys.stream().anyMatch(String::isBlank)) {
      throw SpecException.at(place, Quote.of(dottedKey), "a key like \"shape.K\"");
    }
    YamlNode.Mapping mapping = top;
    for (int i = 0; i < keys.size() - 1; i++) {
      String rest = String.join(".", keys.subList(i, keys.size()));
      if (mapping.entries().containsKey(rest)) {
        // A file may itself write a dotted key, such as the name of a device parameter.
        mapping.entries().put(rest, node);
        return;
      }
      mapping = level(mapping, keys.get(i), place);
    }
    mapping.entries().put(keys.get(keys.size() - 1), node);
  }

  /** A copy of {@code below} with everything {@code above} says, mappings merged level by level. */
  static YamlNode merge(YamlNode below, YamlNode above) {
    if (!(below instanceof YamlNode.Mapping lower) || !(above instanceof YamlNode.Mapping upper)) {
      return above.copyAt(above.where());
    }
    var merged = (YamlNode.Mapping) lower.copyAt(upper.where());
    upper
        .entries()
        .forEach(
            (key, node) -> merged.entries().merge(key, node.copyAt(node.where()), Overlay::merge));
    return merged;
  }

  private static YamlNode.Mapping level(YamlNode.Mapping mapping, String key, String place) {
    YamlNode next = mapping.entries().get(key);
    boolean absent = next == null || (next instanceof YamlNode.Scalar s && s.isNothing());
    if (absent) {
      next = new YamlNode.Mapping(place);
      mapping.entries().put(key, next);
    }
    if (next instanceof YamlNode.Mapping level) {
      return level;
    }
    throw SpecException.at(
        place, next.describe() + " at " + Quote.of(key), "a mapping of keys to values there");
  }

  /** A bare word or quantity as it stands; brackets, braces and quotes are read as YAML. */
  static YamlNode value(String place, String text) {
    String trimmed = text.strip();
    boolean structured = !trimmed.isEmpty() && "[{\"'".indexOf(trimmed.charAt(0)) >= 0;
    return structured
        ? TreeBuilder.value(place, trimmed)
        : new YamlNode.Scalar(place, trimmed, true);
  }
}

package trn2sim.kernels.nki;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.json.JsonLines;
import trn2sim.core.unit.Quote;

/** A JSON list or object of a stream, read with a check of what stands there. */
final class Fields {
  private final Object place;
  private final Object value;

  /**
   * @param place where it stands: its text is file and line
   */
  Fields(Object place, Object value) {
    this.place = place;
    this.value = value;
  }

  boolean isList() {
    return value instanceof List;
  }

  int size() {
    return items().size();
  }

  private List<?> items() {
    if (value instanceof List<?> list) {
      return list;
    }
    throw wrong(value, "a list");
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> members() {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw wrong(value, "an object");
  }

  private Object at(Object key) {
    Object found =
        key instanceof Integer index
            ? index < items().size() ? items().get(index) : JsonLines.NOTHING
            : members().getOrDefault((String) key, JsonLines.NOTHING);
    return found;
  }

  boolean has(Object key) {
    return at(key) != JsonLines.NOTHING;
  }

  Map<String, Object> object(Object key) {
    return new Fields(place, at(key)).members();
  }

  Fields list(Object key) {
    Fields inner = new Fields(place, at(key));
    inner.items();
    return inner;
  }

  /** The texts of a list; others are left out. */
  List<String> texts(Object key) {
    return list(key).items().stream()
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .toList();
  }

  String text(Object key) {
    if (at(key) instanceof String text) {
      return text;
    }
    throw wrong(at(key), "a text for " + key);
  }

  Optional<String> optionalText(Object key) {
    return has(key) ? Optional.of(text(key)) : Optional.empty();
  }

  long integer(Object key) {
    if (at(key) instanceof Long number) {
      return number;
    }
    throw wrong(at(key), "a whole number for " + key);
  }

  int small(Object key) {
    long number = integer(key);
    if (number != (int) number) {
      throw wrong(number, "a smaller number for " + key);
    }
    return (int) number;
  }

  NkiException wrong(Object found, String expected) {
    String shown = found == JsonLines.NOTHING ? "nothing" : Quote.of(String.valueOf(found));
    return new NkiException(place + ": found " + shown + ", expected " + expected);
  }
}

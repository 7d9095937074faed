package trn2sim.kernels.nki.stream;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.json.JsonLines;
import trn2sim.core.unit.Quote;

/** A JSON list or object of a stream, read with a check of what stands there. */
public final class Fields {
  private final Object place;
  private final Object value;

  /**
   * @param place where it stands: its text is file and line
   */
  public Fields(Object place, Object value) {
    this.place = place;
    this.value = value;
  }

  public boolean isList() {
    return value instanceof List;
  }

  public int size() {
    return items().size();
  }

  List<?> items() {
    if (value instanceof List<?> list) {
      return list;
    }
    throw wrong(value, "a list");
  }

  @SuppressWarnings("unchecked")
  public Map<String, Object> members() {
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

  public boolean has(Object key) {
    return at(key) != JsonLines.NOTHING;
  }

  public Map<String, Object> object(Object key) {
    return new Fields(place, at(key)).members();
  }

  public Fields list(Object key) {
    Fields inner = new Fields(place, at(key));
    inner.items();
    return inner;
  }

  /** An object of a list. */
  public Fields in(int place) {
    return new Fields(this.place, at(place));
  }

  /** The texts of a list; others are left out. */
  public List<String> texts(Object key) {
    return list(key).items().stream()
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .toList();
  }

  public String text(Object key) {
    if (at(key) instanceof String text) {
      return text;
    }
    throw wrong(at(key), "a text for " + key);
  }

  public Optional<String> optionalText(Object key) {
    return has(key) ? Optional.of(text(key)) : Optional.empty();
  }

  public long integer(Object key) {
    if (at(key) instanceof Long number) {
      return number;
    }
    throw wrong(at(key), "a whole number for " + key);
  }

  public int small(Object key) {
    long number = integer(key);
    if (number != (int) number) {
      throw wrong(number, "a smaller number for " + key);
    }
    return (int) number;
  }

  public NkiException wrong(Object found, String expected) {
    String shown = found == JsonLines.NOTHING ? "nothing" : Quote.of(String.valueOf(found));
    return new NkiException(place + ": found " + shown + ", expected " + expected);
  }
}

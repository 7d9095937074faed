package trn2sim.core.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A JSON object whose members keep their order; values are those that the writer knows. */
public final class JsonObject {
  private static final MathContext DIGITS = new MathContext(12);
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]{0,17})([.][0-9]{1,17})?([eE][-+]?[0-9]{1,3})?");

  private final Map<String, Object> members = new LinkedHashMap<>();

  public JsonObject put(String key, String value) {
    return add(key, value);
  }

  public JsonObject put(String key, boolean value) {
    return add(key, value);
  }

  public JsonObject put(String key, long value) {
    return add(key, value);
  }

  /** To twelve digits, so that the text is the same on every platform. */
  public JsonObject put(String key, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(key + ": JSON has no " + value);
    }
    return add(key, new BigDecimal(value).round(DIGITS));
  }

  /** The same of a figure that may have come out as no number, which is null. */
  public JsonObject putIfFinite(String key, double value) {
    return Double.isFinite(value) ? put(key, value) : putNull(key);
  }

  public JsonObject putNull(String key) {
    return add(key, Json.NULL);
  }

  public JsonObject put(String key, JsonObject value) {
    return add(key, value);
  }

  public JsonObject put(String key, List<JsonObject> value) {
    return add(key, List.copyOf(value));
  }

  /** A list of texts. */
  public JsonObject putTexts(String key, List<String> values) {
    return add(key, List.copyOf(values));
  }

  /** Picoseconds as microseconds, exact. */
  public JsonObject putMicros(String key, long ps) {
    return add(key, BigDecimal.valueOf(ps, 6));
  }

  /** A setting: a text, a whole number or a truth value. */
  public JsonObject putSetting(String key, Object value) {
    if (value instanceof Long || value instanceof Boolean || value instanceof String) {
      return add(key, value);
    }
    throw new IllegalArgumentException(key + ": " + value.getClass() + " is no setting");
  }

  /** A value as a scenario would write it: a number and a truth value as such, else a text. */
  public JsonObject putWritten(String key, String text) {
    if (NUMBER.matcher(text).matches()) {
      return add(key, new BigDecimal(text));
    }
    boolean truth = text.equals("true") || text.equals("false");
    return truth ? add(key, Boolean.valueOf(text)) : add(key, text);
  }

  JsonObject add(String key, Object value) {
    if (members.put(key, value) != null) {
      throw new IllegalStateException("two members called " + key);
    }
    return this;
  }

  Map<String, Object> members() {
    return Collections.unmodifiableMap(members);
  }

  /** The member names in order. */
  public List<String> keys() {
    return List.copyOf(members.keySet());
  }

  /** The member of this name, if there is one of this type. */
  public <T> Optional<T> get(String key, Class<T> type) {
    return Optional.ofNullable(members.get(key)).filter(type::isInstance).map(type::cast);
  }

  /**
   * The value at a dotted path, list items by their position: {@code engines.0.busy_us}. A member
   * whose own name has dots is found too.
   */
  public Optional<Object> find(String path) {
    return find(this, path);
  }

  private static Optional<Object> find(Object value, String path) {
    if (value instanceof JsonObject object) {
      if (object.members.containsKey(path)) {
        return Optional.of(object.members.get(path));
      }
      for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
        Object member = object.members.get(path.substring(0, dot));
        if (member != null) {
          return find(member, path.substring(dot + 1));
        }
      }
    }
    if (value instanceof List<?> list) {
      String[] parts = path.split("\\.", 2);
      if (parts[0].matches("[0-9]{1,6}") && Integer.parseInt(parts[0]) < list.size()) {
        Object item = list.get(Integer.parseInt(parts[0]));
        return parts.length == 1 ? Optional.of(item) : find(item, parts[1]);
      }
    }
    return Optional.empty();
  }
}

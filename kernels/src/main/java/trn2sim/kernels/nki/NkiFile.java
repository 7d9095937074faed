package trn2sim.kernels.nki;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import trn2sim.core.json.JsonLines;
import trn2sim.kernels.api.Request;

/**
 * A kernel file with its arguments, which is recorded when a request needs it.
 *
 * @param template the recorder's request, with {@link Symbol}s for what a scenario may change
 * @param folder where the file is
 * @param record gives the stream of a recorder's request
 */
public record NkiFile(
    Map<String, Object> template, Path folder, BiFunction<Map<String, Object>, Path, Path> record)
    implements NkiKernel.Recordings {
  /** Stands for a value of the scenario: a size, {@code tp}, {@code groups}, {@code lnc}, dtype. */
  public record Symbol(String name) {}

  /** The symbol of the scenario's type. */
  public static final Symbol DTYPE = new Symbol("dtype");

  /** The symbols that every scenario has. */
  public static final List<String> RANKS = List.of("tp", "groups", "lnc");

  /** The parts of the recorder's request that only the scenario knows. */
  private static final List<String> GIVEN = List.of("args", "grid", "trip_counts");

  @Override
  public Path of(Request request) {
    return record.apply(concrete(request), folder);
  }

  @Override
  public boolean uses(String size) {
    return names(template, size);
  }

  @Override
  public List<String> types(Request request) {
    Set<String> found = new LinkedHashSet<>();
    types(concrete(request).get("args"), found);
    return List.copyOf(found);
  }

  @Override
  public Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    for (String part : GIVEN) {
      Object value = template.get(part);
      if (value instanceof Map<?, ?> map) {
        map.forEach((key, item) -> given.put(part + "." + key, written(item)));
      } else if (value != null) {
        given.put(part, written(value));
      }
    }
    return given;
  }

  /** In the words of a scenario file; the type that every scenario has goes without saying. */
  private static String written(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .filter(entry -> !DTYPE.equals(entry.getValue()))
          .map(entry -> entry.getKey() + ": " + written(entry.getValue()))
          .collect(Collectors.joining(", ", "{ ", " }"));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(NkiFile::written).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Symbol symbol) {
      return symbol.name;
    }
    return value == JsonLines.NOTHING ? "null" : value.toString();
  }

  private static void types(Object value, Set<String> found) {
    if (value instanceof List<?> list) {
      list.forEach(item -> types(item, found));
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(item -> types(item, found));
      if (map.containsKey("shape")) {
        found.add(String.valueOf(map.get(DTYPE.name())));
      }
    }
  }

  private static boolean names(Object value, String size) {
    if (value instanceof Map<?, ?> map) {
      return map.values().stream().anyMatch(item -> names(item, size));
    }
    return value instanceof List<?> list
        ? list.stream().anyMatch(item -> names(item, size))
        : value instanceof Symbol symbol && symbol.name.equals(size);
  }

  /** The recorder's request for the sizes and ranks of a run. */
  Map<String, Object> concrete(Request request) {
    Map<String, Object> values = new LinkedHashMap<>(request.shape().values());
    values.putIfAbsent("tp", request.ranks().tp());
    values.putIfAbsent("groups", request.ranks().groups());
    values.putIfAbsent("lnc", request.ranks().lnc());
    values.put(DTYPE.name(), request.dtype().label());
    Map<String, Object> concrete = map(template, values);
    Map<String, Object> ranks = new LinkedHashMap<>();
    ranks.put("tp", request.ranks().tp());
    ranks.put("groups", request.ranks().groups());
    ranks.put("lnc", request.ranks().lnc());
    concrete.put("ranks", ranks);
    concrete.put("sbuf_bytes", request.device().neuron().memory().usableBytes());
    return concrete;
  }

  private static Map<String, Object> map(Map<?, ?> template, Map<String, Object> values) {
    Map<String, Object> concrete = new LinkedHashMap<>();
    template.forEach((key, value) -> concrete.put((String) key, concrete(value, values)));
    return concrete;
  }

  private static Object concrete(Object value, Map<String, Object> values) {
    if (value instanceof Symbol symbol) {
      return values.get(symbol.name);
    }
    if (value instanceof Map<?, ?> map) {
      return map(map, values);
    }
    return value instanceof List<?> list
        ? list.stream().map(item -> concrete(item, values)).toList()
        : value;
  }
}

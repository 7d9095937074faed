package trn2sim.traces.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.json.JsonLines;
import trn2sim.kernels.nki.NkiFile;

/**
 * Reads the arguments of an NKI kernel. A word without quotes that is a name of {@code shape}, or
 * {@code tp}, {@code groups} or {@code lnc}, stands for that number.
 */
final class NkiArguments {
  private static final List<String> TENSOR = List.of("shape", "dtype", "range", "values");

  /** The recorder reads them; here, numbers and calls of its two functions are told from others. */
  private static final Pattern CORES =
      Pattern.compile("(?=.*\\bnl\\.nc\\()(nl\\.(nc|spmd_dim)\\(|[0-9*(), ])+");

  private final List<String> names = new ArrayList<>(NkiFile.RANKS);

  NkiArguments(List<String> sizes) {
    names.addAll(sizes);
  }

  Object read(YamlCursor cursor) {
    if (cursor.isList()) {
      return cursor.list().stream().map(this::read).toList();
    }
    return cursor.isMapping() ? mapping(cursor) : scalar(cursor);
  }

  /** Sizes, of which one may be in cores of a rank as NKI writes them. */
  List<Object> grid(YamlCursor sizes) {
    return sizes.list().stream().map(this::gridSize).toList();
  }

  private Object gridSize(YamlCursor item) {
    Object value = scalar(item);
    if (isSize(value) || (value instanceof String text && CORES.matcher(text).matches())) {
      return value;
    }
    String sizes = String.join(", ", names);
    throw item.fail(
        item.found(), "a size, one of " + sizes + ", or a size in cores, as nl.nc(2) * 4");
  }

  /** A tensor without a type has that of the scenario; it has no other keys than these. */
  private Map<String, Object> mapping(YamlCursor cursor) {
    boolean tensor = cursor.has("shape");
    if (tensor) {
      cursor.expect(TENSOR);
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (String key : tensor ? TENSOR.stream().filter(cursor::has).toList() : cursor.keys()) {
      Object value =
          cursor
              .optional(key)
              .map(item -> tensor ? ofTensor(key, item) : read(item))
              .orElse(JsonLines.NOTHING);
      values.put(key, value);
    }
    if (tensor) {
      values.putIfAbsent("dtype", NkiFile.DTYPE);
    }
    return values;
  }

  private Object ofTensor(String key, YamlCursor item) {
    return switch (key) {
      case "shape" -> item.list().stream().map(this::size).toList();
      case "range" -> range(item);
      case "values" -> values(item);
      default -> read(item);
    };
  }

  /** The least value of a tensor, and the first that is too large. */
  private List<Object> range(YamlCursor item) {
    List<Object> ends = item.isList() ? item.list().stream().map(this::scalar).toList() : List.of();
    if (ends.size() != 2 || ends.stream().anyMatch(end -> !isNumber(end))) {
      throw item.fail(item.found(), "[low, high], numbers or some of " + String.join(", ", names));
    }
    return ends;
  }

  /** All elements of a tensor, row by row; the recorder counts them. */
  private List<Object> values(YamlCursor item) {
    return item.list().stream()
        .map(each -> each.isList() ? (Object) values(each) : element(each))
        .toList();
  }

  private Object element(YamlCursor item) {
    Object value = scalar(item);
    if (isNumber(value)) {
      return value;
    }
    throw item.fail(item.found(), "a number, or one of " + String.join(", ", names));
  }

  private static boolean isNumber(Object value) {
    return value instanceof Number || value instanceof NkiFile.Symbol;
  }

  private Object size(YamlCursor item) {
    Object value = scalar(item);
    if (isSize(value)) {
      return value;
    }
    throw item.fail(item.found(), "a size, or one of " + String.join(", ", names));
  }

  private static boolean isSize(Object value) {
    return value instanceof NkiFile.Symbol || (value instanceof Long size && size > 0);
  }

  private Object scalar(YamlCursor cursor) {
    if (!cursor.isPlain()) {
      return cursor.string();
    }
    if (cursor.found().equals("nothing")) {
      return JsonLines.NOTHING;
    }
    String text = cursor.string();
    if (names.contains(text)) {
      return new NkiFile.Symbol(text);
    }
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    return number(cursor, text);
  }

  private static Object number(YamlCursor cursor, String text) {
    try {
      var number = cursor.decimal();
      boolean whole = number.stripTrailingZeros().scale() <= 0 && !text.contains(".");
      return whole ? (Object) number.longValueExact() : (Object) number.doubleValue();
    } catch (SpecException | ArithmeticException e) {
      return text;
    }
  }
}

package trn2sim.core.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A line of JSON, and all that differ from it in whole numbers only: these are read without a
 * parser, and share with it whatever has the same numbers.
 */
final class LinePattern {
  /** All numbers with as many digits fit a long. */
  private static final int MOST_DIGITS = 18;

  /**
   * Told once for each pattern: to ask values for their interfaces takes as long as to copy them.
   */
  private enum Kind {
    LIST,
    MAP,
    NUMBER,
    OTHER;

    static Kind of(Object value) {
      return value instanceof List
          ? LIST
          : value instanceof Map ? MAP : value instanceof Long ? NUMBER : OTHER;
    }
  }

  /**
   * A value with whole numbers in it.
   *
   * @param from its first number
   * @param to the one behind its last
   * @param keys where each of its own values is, if it is a map
   * @param parts its own values, if it is a list or a map
   */
  private record Node(
      Kind kind, Object value, int from, int to, Map<String, Integer> keys, List<Node> parts) {
    static Node of(Object value, int from) {
      Kind kind = Kind.of(value);
      Map<String, Integer> keys = new LinkedHashMap<>();
      if (kind == Kind.MAP) {
        ((Map<?, ?>) value).keySet().forEach(key -> keys.put((String) key, keys.size()));
      }
      List<Node> parts = new ArrayList<>();
      int to = from;
      for (Object part : parts(value)) {
        parts.add(of(part, to));
        to = parts.get(parts.size() - 1).to;
      }
      return new Node(kind, value, from, kind == Kind.NUMBER ? from + 1 : to, keys, parts);
    }

    private static Iterable<?> parts(Object value) {
      return value instanceof List<?> list
          ? list
          : value instanceof Map<?, ?> map ? map.values() : List.of();
    }
  }

  private final byte[] line;
  private final Node root;

  /** Where each number begins in the line, and where it has ended. */
  private final int[] starts;

  private final int[] ends;
  private final long[] known;

  /** The numbers of the line at hand. */
  private final long[] found;

  /** The pattern of the line behind the last one of this pattern. */
  private LinePattern next = this;

  private LinePattern(byte[] line, Node root, int[] starts, int[] ends) {
    this.line = line;
    this.root = root;
    this.starts = starts;
    this.ends = ends;
    this.known = new long[starts.length];
    this.found = new long[starts.length];
    matches(line, 0, line.length);
    System.arraycopy(found, 0, known, 0, found.length);
  }

  /** That of no line but a blank one, before the first. */
  static LinePattern none() {
    return new LinePattern(new byte[0], Node.of("", 0), new int[0], new int[0]);
  }

  /** The pattern of a line that was parsed; none if its numbers cannot be told apart. */
  static Optional<LinePattern> of(byte[] line, Object value) {
    int[] starts = new int[16];
    int[] ends = new int[16];
    int count = 0;
    int at = 0;
    while (at < line.length) {
      if (line[at] == '"') {
        at = behindText(line, at);
      } else if (line[at] == '-' || isDigit(line[at])) {
        int end = at + 1;
        while (end < line.length && isPartOfNumber(line[end])) {
          end++;
        }
        if (wholeEnd(line, at, end) == end) {
          if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
          }
          starts[count] = at;
          ends[count++] = end;
        }
        at = end;
      } else {
        at++;
      }
    }
    Node root = Node.of(value, 0);
    return root.to == count
        ? Optional.of(
            new LinePattern(line, root, Arrays.copyOf(starts, count), Arrays.copyOf(ends, count)))
        : Optional.empty();
  }

  private static int behindText(byte[] line, int quote) {
    int at = quote + 1;
    while (at < line.length && line[at] != '"') {
      at += line[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static boolean isDigit(byte letter) {
    return letter >= '0' && letter <= '9';
  }

  private static boolean isPartOfNumber(byte letter) {
    return isDigit(letter)
        || letter == '.'
        || letter == 'e'
        || letter == 'E'
        || letter == '+'
        || letter == '-';
  }

  /** The end of the whole number that begins there, or where it begins if none does. */
  private static int wholeEnd(byte[] bytes, int from, int to) {
    int first = from < to && bytes[from] == '-' ? from + 1 : from;
    int at = first;
    while (at < to && isDigit(bytes[at])) {
      at++;
    }
    return isWhole(bytes, first, at) ? at : from;
  }

  /** Whether digits are a whole number as JSON has them, and fit a long. */
  private static boolean isWhole(byte[] bytes, int first, int end) {
    int digits = end - first;
    return digits == 1 || (digits > 1 && digits <= MOST_DIGITS && bytes[first] != '0');
  }

  /** Whether a line has this pattern; its value is then at hand. */
  boolean matches(byte[] bytes, int from, int to) {
    int at = from;
    int letters = 0;
    for (int i = 0; i < starts.length; i++) {
      if (to - at < starts[i] - letters) {
        return false;
      }
      while (letters < starts[i]) {
        if (line[letters++] != bytes[at++]) {
          return false;
        }
      }
      boolean negative = at < to && bytes[at] == '-';
      int first = negative ? at + 1 : at;
      long value = 0;
      for (at = first; at < to && isDigit(bytes[at]); at++) {
        value = 10 * value + bytes[at] - '0';
      }
      if (!isWhole(bytes, first, at)) {
        return false;
      }
      found[i] = negative ? -value : value;
      letters = ends[i];
    }
    return Arrays.equals(line, letters, line.length, bytes, at, to);
  }

  /** The value of the line that matched last. */
  Object value() {
    return value(root);
  }

  private boolean isKnown(Node node) {
    for (int i = node.from; i < node.to; i++) {
      if (found[i] != known[i]) {
        return false;
      }
    }
    return true;
  }

  private Object value(Node node) {
    if (isKnown(node)) {
      return node.value;
    }
    return switch (node.kind) {
      case LIST -> list(node.parts);
      case MAP -> map(node.keys, node.parts);
      case NUMBER -> found[node.from];
      case OTHER -> node.value;
    };
  }

  private List<Object> list(List<Node> parts) {
    List<Object> copy = new ArrayList<>(parts.size());
    for (Node part : parts) {
      copy.add(value(part));
    }
    return copy;
  }

  private Map<String, Object> map(Map<String, Integer> keys, List<Node> parts) {
    Object[] values = new Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(parts.get(i));
    }
    return new Members(keys, values);
  }

  LinePattern next() {
    return next;
  }

  void setNext(LinePattern behind) {
    next = behind;
  }
}

package trn2sim.core.config;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import trn2sim.core.unit.Bandwidth;
import trn2sim.core.unit.ByteSize;
import trn2sim.core.unit.Frequency;
import trn2sim.core.unit.Quote;
import trn2sim.core.unit.SimDuration;
import trn2sim.core.unit.UnitException;

/**
 * A place in a YAML file that reads typed values and knows its file, line and dotted key, so that
 * every error is one line a user can act on. Every failure is a {@link SpecException}.
 *
 * <p>Keys that nobody asked for are errors: call {@link #requireAllRead()} on the top at the end.
 */
public final class YamlCursor {
  private final YamlNode node;
  private final KeyPath path;

  private YamlCursor(YamlNode node, KeyPath path) {
    this.node = node;
    this.path = path;
  }

  /** The top-level mapping of a file: UTF-8, one document, at most 4 MiB. */
  public static YamlCursor read(Path file) {
    return new YamlCursor(TreeBuilder.file(YamlSource.of(file)), KeyPath.ROOT);
  }

  /** The top-level mapping of a stream, such as a resource; errors call it by the name. */
  public static YamlCursor read(String name, InputStream stream) throws IOException {
    return new YamlCursor(TreeBuilder.file(YamlSource.of(name, stream)), KeyPath.ROOT);
  }

  /** The top-level mapping of a text; errors call it by the name. */
  public static YamlCursor readString(String name, String text) {
    return new YamlCursor(TreeBuilder.file(new YamlSource(name, text)), KeyPath.ROOT);
  }

  /** A value that stands alone, such as one from the command line; errors call it by the name. */
  public static YamlCursor value(String name, String text) {
    return new YamlCursor(Overlay.value(name, text), KeyPath.ROOT);
  }

  /**
   * Replaces or adds a value by its dotted key, before anything is read. Missing levels are
   * created; a text that begins with a bracket, a brace or a quote is read as YAML.
   */
  public void set(String dottedKey, String valueText) {
    Overlay.set(mapping(), dottedKey, valueText);
  }

  /** The same with a value that stands elsewhere, whose place errors go on to name. */
  public void set(String dottedKey, YamlCursor value) {
    Overlay.put(mapping(), dottedKey, value.node.copyAt(value.where()));
  }

  /** A tree of its own: this mapping, and below it whatever the other says and it does not. */
  public YamlCursor over(YamlCursor defaults) {
    return new YamlCursor(Overlay.merge(defaults.mapping(), mapping()), KeyPath.ROOT);
  }

  /** A tree of its own: this mapping without some of its keys. */
  public YamlCursor without(Set<String> keys) {
    var rest = (YamlNode.Mapping) mapping().copyAt(where());
    rest.entries().keySet().removeAll(keys);
    return new YamlCursor(rest, path);
  }

  /** What stands here without its places: the same for two files that say the same. */
  public String content() {
    return node.content();
  }

  /** The value of a key that must be there. */
  public YamlCursor child(String key) {
    return optional(key).orElseThrow(() -> missing(key));
  }

  /** The value of a key; empty if the key is absent or stands for nothing. */
  public Optional<YamlCursor> optional(String key) {
    YamlNode.Mapping mapping = mapping();
    mapping.asked().add(key);
    return Optional.ofNullable(mapping.entries().get(key))
        .filter(value -> !(value instanceof YamlNode.Scalar scalar && scalar.isNothing()))
        .map(value -> new YamlCursor(value, path.child(key)));
  }

  /** Names all keys that will be asked for, so that an error about one can list them. */
  public void expect(List<String> keys) {
    mapping().asked().addAll(keys);
  }

  /** The keys in file order; naming a key this way does not count as reading it. */
  public List<String> keys() {
    return List.copyOf(mapping().entries().keySet());
  }

  /** Whether this is a mapping that holds the key; does not count as reading it. */
  public boolean has(String key) {
    return node instanceof YamlNode.Mapping mapping && mapping.entries().containsKey(key);
  }

  public boolean isMapping() {
    return node instanceof YamlNode.Mapping;
  }

  public boolean isList() {
    return node instanceof YamlNode.Sequence;
  }

  /** Whether this is a value written without quotes, which may stand for a number or boolean. */
  public boolean isPlain() {
    return node instanceof YamlNode.Scalar scalar && scalar.plain();
  }

  /** The items of a list. */
  public List<YamlCursor> list() {
    if (node instanceof YamlNode.Sequence sequence) {
      List<YamlNode> items = sequence.items();
      return IntStream.range(0, items.size())
          .mapToObj(i -> new YamlCursor(items.get(i), path.item(i)))
          .toList();
    }
    throw fail(found(), "a list");
  }

  /** Every value below that is not a mapping, by dotted key from here; all count as read. */
  public Map<String, YamlCursor> flatten() {
    return flatten(key -> false);
  }

  /** The same, where a value by a dotted key that the test accepts may stand for nothing. */
  public Map<String, YamlCursor> flatten(Predicate<String> mayBeNothing) {
    Map<String, YamlCursor> leaves = new LinkedHashMap<>();
    flatten("", mayBeNothing, leaves);
    return leaves;
  }

  private void flatten(
      String prefix, Predicate<String> mayBeNothing, Map<String, YamlCursor> leaves) {
    for (String key : keys()) {
      String dotted = prefix + key;
      YamlCursor value = mayBeNothing.test(dotted) ? whatever(key) : child(key);
      if (value.isMapping()) {
        value.flatten(dotted + ".", mayBeNothing, leaves);
      } else if (leaves.put(dotted, value) != null) {
        throw value.fail("the key again", "it once");
      }
    }
  }

  /** The value of a key that is there, and may stand for nothing. */
  private YamlCursor whatever(String key) {
    mapping().asked().add(key);
    return new YamlCursor(mapping().entries().get(key), path.child(key));
  }

  /** Refuses a mapping below this one that holds nothing, which {@link #flatten} would lose. */
  public void requireNoEmptyMapping() {
    for (String key : keys()) {
      YamlCursor value = child(key);
      if (value.isMapping()) {
        if (value.keys().isEmpty()) {
          throw value.fail("an empty mapping", "a value for this key");
        }
        value.requireNoEmptyMapping();
      }
    }
  }

  public String string() {
    return scalar("text").text();
  }

  public boolean bool() {
    return switch (plain("true or false")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw fail(found(), "true or false");
    };
  }

  /** A whole number within the bounds, both included. */
  public long integer(long min, long max) {
    String expected = "a whole number" + ScalarNumber.range(min, max);
    return ScalarNumber.integer(plain(expected))
        .filter(value -> value >= min && value <= max)
        .orElseThrow(() -> fail(found(), expected));
  }

  /** A finite number, exactly as written. */
  public BigDecimal decimal() {
    return ScalarNumber.decimal(plain("a number")).orElseThrow(() -> fail(found(), "a number"));
  }

  /** A finite number within the bounds, both included. */
  public double number(double min, double max) {
    String expected = "a number" + ScalarNumber.range(min, max);
    return ScalarNumber.decimal(plain(expected))
        .map(Number::doubleValue)
        .filter(value -> Double.isFinite(value) && value >= min && value <= max)
        .orElseThrow(() -> fail(found(), expected));
  }

  public SimDuration duration() {
    return quantity("a duration like \"1.5 us\"", SimDuration::parse);
  }

  public Frequency frequency() {
    return quantity("a frequency like \"2.4 GHz\"", Frequency::parse);
  }

  public Bandwidth bandwidth() {
    return quantity("a bandwidth like \"2.9 TB/s\"", Bandwidth::parse);
  }

  public ByteSize byteSize() {
    return quantity("a byte size like \"24 MiB\"", ByteSize::parse);
  }

  /** One of the given words. */
  public String oneOf(Set<String> words) {
    // Sorted: the order of an immutable set differs from run to run.
    String expected = "one of " + String.join(", ", new TreeSet<>(words));
    String text = scalar(expected).text();
    if (!words.contains(text)) {
      throw fail(found(), expected).didYouMean(Nearest.to(text, words));
    }
    return text;
  }

  /** The dotted key from the top of the file; empty at the top. */
  public String path() {
    return path.text();
  }

  /** The place: {@code file:line}, or {@code --set key} for a value from the command line. */
  public String where() {
    return node.where();
  }

  /** What stands here, as an error message names it. */
  public String found() {
    return node.describe();
  }

  /** The error to throw when the value here will not do. */
  public SpecException fail(String found, String expected) {
    return SpecException.at(where(), path.text(), found, expected);
  }

  /** Counts everything below as read. */
  public void markAllRead() {
    if (node instanceof YamlNode.Mapping mapping) {
      mapping.entries().keySet().forEach(key -> optional(key).ifPresent(YamlCursor::markAllRead));
    } else if (node instanceof YamlNode.Sequence) {
      list().forEach(YamlCursor::markAllRead);
    }
  }

  /** Refuses the first key, here or below, that nobody asked for; suggests one that was. */
  public void requireAllRead() {
    if (node instanceof YamlNode.Mapping mapping) {
      for (String key : mapping.entries().keySet()) {
        if (!mapping.asked().contains(key)) {
          throw unknown(mapping, key);
        }
        optional(key).ifPresent(YamlCursor::requireAllRead);
      }
    } else if (node instanceof YamlNode.Sequence) {
      list().forEach(YamlCursor::requireAllRead);
    }
  }

  /**
   * Refuses keys of this mapping that nobody expects; those within its values are not looked at.
   */
  public void requireKnownKeys() {
    for (String key : keys()) {
      if (!mapping().asked().contains(key)) {
        throw unknown(mapping(), key);
      }
    }
  }

  private SpecException unknown(YamlNode.Mapping mapping, String key) {
    List<String> valid = new ArrayList<>(mapping.asked());
    String expected = valid.isEmpty() ? "no keys here" : "one of " + String.join(", ", valid);
    return SpecException.at(
            mapping.entries().get(key).where(), path.child(key).text(), "an unknown key", expected)
        .didYouMean(Nearest.to(key, valid));
  }

  /** A missing key that looks like one present under another spelling is reported there. */
  private SpecException missing(String key) {
    YamlNode.Mapping mapping = mapping();
    List<String> strangers =
        mapping.entries().keySet().stream().filter(k -> !mapping.asked().contains(k)).toList();
    Optional<String> meant =
        mapping.entries().containsKey(key) ? Optional.empty() : Nearest.to(key, strangers);
    return meant
        .map(stranger -> unknown(mapping, stranger))
        .orElseGet(
            () -> {
              String place = mapping.entries().getOrDefault(key, node).where();
              return SpecException.at(
                  place, path.child(key).text(), "nothing", "a value for this key");
            });
  }

  private YamlNode.Mapping mapping() {
    if (node instanceof YamlNode.Mapping mapping) {
      return mapping;
    }
    throw fail(found(), "a mapping of keys to values");
  }

  private YamlNode.Scalar scalar(String expected) {
    if (node instanceof YamlNode.Scalar scalar && !scalar.isNothing()) {
      return scalar;
    }
    throw fail(found(), expected);
  }

  private String plain(String expected) {
    YamlNode.Scalar scalar = scalar(expected);
    if (!scalar.plain()) {
      throw fail("the text " + Quote.of(scalar.text()), expected);
    }
    return scalar.text();
  }

  private <T> T quantity(String expected, Function<String, T> parse) {
    try {
      return parse.apply(scalar(expected).text());
    } catch (UnitException e) {
      throw fail(e.found(), e.expected());
    }
  }
}

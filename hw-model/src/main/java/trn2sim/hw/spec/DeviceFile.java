package trn2sim.hw.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.YamlCursor;

/** Reads a device file: a header, the declared sources and nested sections of cited leaves. */
final class DeviceFile {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,60}");
  private static final String LEAF = "{ value: ..., source: ..., confidence: ... }";

  private final YamlCursor top;
  private final Map<String, Citation> sources = new LinkedHashMap<>();
  private final Map<String, Leaf> leaves = new LinkedHashMap<>();

  private DeviceFile(YamlCursor top) {
    this.top = top;
  }

  static DeviceSheet read(String file, YamlCursor top) {
    return new DeviceFile(top).read(file);
  }

  private DeviceSheet read(String file) {
    var header =
        new DeviceSheet.Header(
            file,
            top.child("name").string(),
            top.child("title").string(),
            top.child("kind").oneOf(DeviceSpec.KINDS));
    YamlCursor declared = top.child("sources");
    for (String id : declared.keys()) {
      sources.put(id, new Citation(id, declared.child(id).string()));
    }
    for (String key : top.keys()) {
      switch (key) {
        case "name", "title", "kind", "sources" -> {}
        default -> section("", key, top);
      }
    }
    top.requireAllRead();
    return new DeviceSheet(header, sources, leaves);
  }

  private void section(String prefix, String key, YamlCursor parent) {
    Cancellation.check();
    YamlCursor cursor = parent.child(key);
    if (!NAME.matcher(key).matches()) {
      throw cursor.fail("this key", "a name of letters, digits, \"_\" and \"-\"");
    }
    if (!cursor.isMapping()) {
      throw cursor.fail(cursor.found(), LEAF);
    }
    String name = prefix + key;
    if (isLeaf(cursor)) {
      leaves.put(name, leaf(name, cursor));
      return;
    }
    if (cursor.keys().isEmpty()) {
      throw cursor.fail("an empty section", "parameters");
    }
    cursor.keys().forEach(child -> section(name + ".", child, cursor));
  }

  /** A mapping with a source but no value is a leaf that forgot its value, not a section. */
  private static boolean isLeaf(YamlCursor cursor) {
    return cursor.has("value")
        || cursor.has("confidence")
        || (cursor.has("source") && !cursor.child("source").isMapping());
  }

  private Leaf leaf(String name, YamlCursor cursor) {
    YamlCursor value = cursor.child("value");
    YamlCursor source = cursor.child("source");
    if (!sources.containsKey(source.string())) {
      throw source
          .fail(source.found(), "an id declared under sources")
          .didYouMean(Nearest.to(source.string(), sources.keySet()));
    }
    String confidence = cursor.child("confidence").oneOf(Confidence.words());
    String note = cursor.optional("note").map(YamlCursor::string).orElse("");
    Citation citation = sources.get(source.string());
    return new Leaf(name, value, citation, Confidence.of(confidence), note, bounds(cursor), false);
  }

  /** Both ends and their source, or none of them. */
  private static Optional<Leaf.Bounds> bounds(YamlCursor leaf) {
    return Stream.of("low", "high", "range").anyMatch(leaf::has)
        ? Optional.of(
            new Leaf.Bounds(leaf.child("low"), leaf.child("high"), leaf.child("range").string()))
        : Optional.empty();
  }
}

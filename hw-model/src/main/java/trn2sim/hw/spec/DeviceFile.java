package trn2sim.hw.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.YamlCursor;

/** Reads a device file: a header, the declared sources and nested sections of cited leaves. */
final class DeviceFile {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,60}");
  private static final String LEAF = "{ value: ..., source: ..., confidence: ... }";

  private final YamlCursor top;
  private final Map<String, Citation> sources = new LinkedHashMap<>();
  private final Map<String, Parameter> parameters = new LinkedHashMap<>();

  private DeviceFile(YamlCursor top) {
    this.top = top;
  }

  static DeviceParameters read(String file, YamlCursor top) {
    return new DeviceFile(top).read(file);
  }

  private DeviceParameters read(String file) {
    var header =
        new DeviceParameters.Header(
            file,
            top.child("name").string(),
            top.child("title").string(),
            top.child("kind").string());
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
    var device = new DeviceParameters(header, sources, parameters);
    Consistency.check(device);
    return device;
  }

  private void section(String prefix, String key, YamlCursor parent) {
    YamlCursor cursor = parent.child(key);
    if (!NAME.matcher(key).matches()) {
      throw cursor.fail("this key", "a name of letters, digits, \"_\" and \"-\"");
    }
    if (!cursor.isMapping()) {
      throw cursor.fail(cursor.found(), LEAF);
    }
    String name = prefix + key;
    if (isLeaf(cursor)) {
      parameters.put(name, leaf(name, cursor));
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

  private Parameter leaf(String name, YamlCursor cursor) {
    Value value = ValueReader.read(cursor.child("value"));
    YamlCursor source = cursor.child("source");
    if (!sources.containsKey(source.string())) {
      throw source
          .fail(source.found(), "an id declared under sources")
          .didYouMean(Nearest.to(source.string(), sources.keySet()));
    }
    String confidence = cursor.child("confidence").oneOf(Confidence.words());
    String note = cursor.optional("note").map(YamlCursor::string).orElse("");
    return new Parameter(
        name,
        value,
        sources.get(source.string()),
        Confidence.of(confidence),
        note,
        cursor.child("value").where());
  }
}

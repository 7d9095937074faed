package trn2sim.hw.spec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.unit.Bandwidth;
import trn2sim.core.unit.ByteSize;
import trn2sim.core.unit.Frequency;
import trn2sim.core.unit.Quote;
import trn2sim.core.unit.SimDuration;

/**
 * Every parameter of one device by dotted name, in file order; safe to read from several threads.
 *
 * <p>It remembers which values were read: {@link #requireAllRead()} then finds a parameter that the
 * model ignores, which would otherwise be a setting without effect.
 */
public final class DeviceParameters {
  private final Header header;
  private final Map<String, Citation> sources;
  private final Map<String, Parameter> parameters;
  private final Set<String> read = ConcurrentHashMap.newKeySet();

  /** What a device file says about itself; {@code file} is the name that errors use. */
  record Header(String file, String name, String title, String kind) {}

  DeviceParameters(
      Header header, Map<String, Citation> sources, Map<String, Parameter> parameters) {
    this.header = header;
    this.sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** A built-in device by name, or else a device file by path. */
  public static DeviceParameters load(String nameOrPath) {
    return BuiltInDevices.load(nameOrPath);
  }

  public static DeviceParameters read(Path file) {
    return DeviceFile.read(file.toString(), YamlCursor.read(file));
  }

  public static DeviceParameters readString(String file, String text) {
    return DeviceFile.read(file, YamlCursor.readString(file, text));
  }

  /** The names that {@link #load} knows, sorted. */
  public static List<String> builtIn() {
    return BuiltInDevices.names();
  }

  /** The built-in devices of one kind. */
  public static List<String> builtIn(String kind) {
    return builtIn().stream().filter(name -> load(name).kind().equals(kind)).toList();
  }

  public String name() {
    return header.name();
  }

  public String title() {
    return header.title();
  }

  /** Which machine model the device is for. */
  public String kind() {
    return header.kind();
  }

  /** The declared citations in file order. */
  public Collection<Citation> sources() {
    return sources.values();
  }

  /** All dotted names in file order. */
  public List<String> names() {
    return List.copyOf(parameters.keySet());
  }

  public boolean has(String name) {
    return parameters.containsKey(name);
  }

  /** The value with its source; looking at it this way does not count as reading it. */
  public Parameter parameter(String name) {
    Parameter parameter = parameters.get(name);
    if (parameter == null) {
      throw unknown(header.file(), name);
    }
    return parameter;
  }

  /** The next part of every name below the prefix, in file order; the top for an empty prefix. */
  public List<String> children(String prefix) {
    String start = prefix.isEmpty() ? "" : prefix + ".";
    var children = new LinkedHashSet<String>();
    for (String name : parameters.keySet()) {
      if (name.startsWith(start)) {
        children.add(name.substring(start.length()).split("\\.", 2)[0]);
      }
    }
    if (children.isEmpty()) {
      throw SpecException.at(
          header.file() + " " + prefix, "no such section", "parameters below it");
    }
    return List.copyOf(children);
  }

  public SimDuration duration(String name) {
    return value(name, Value.Kind.DURATION, Value.OfDuration.class).value();
  }

  public Frequency frequency(String name) {
    return value(name, Value.Kind.FREQUENCY, Value.OfFrequency.class).value();
  }

  public Bandwidth bandwidth(String name) {
    return value(name, Value.Kind.BANDWIDTH, Value.OfBandwidth.class).value();
  }

  public ByteSize bytes(String name) {
    return value(name, Value.Kind.BYTES, Value.OfBytes.class).value();
  }

  /** A count that fits an {@code int}: no parameter of a device is larger. */
  public int integer(String name) {
    try {
      return value(name, Value.Kind.NUMBER, Value.OfNumber.class).value().intValueExact();
    } catch (ArithmeticException e) {
      throw fail(name, "a whole number of at most " + Integer.MAX_VALUE);
    }
  }

  /** A count of things of which there is at least one. */
  public int count(String name) {
    int count = integer(name);
    if (count < 1) {
      throw fail(name, "at least 1");
    }
    return count;
  }

  /** A part of a whole: above zero, at most one. */
  public double share(String name) {
    double share = number(name);
    if (!(share > 0 && share <= 1)) {
      throw fail(name, "a number above 0 and at most 1");
    }
    return share;
  }

  public double number(String name) {
    return value(name, Value.Kind.NUMBER, Value.OfNumber.class).value().doubleValue();
  }

  public List<Double> numbers(String name) {
    var values = value(name, Value.Kind.NUMBERS, Value.OfNumbers.class).value();
    return values.stream().map(Number::doubleValue).toList();
  }

  public String text(String name) {
    return value(name, Value.Kind.TEXT, Value.OfText.class).value();
  }

  /** The error to throw when a parameter's value will not do. */
  public SpecException fail(String name, String expected) {
    Parameter parameter = parameter(name);
    return SpecException.at(parameter.place(), Quote.of(parameter.value().toString()), expected);
  }

  /** The same device with other values, each of the kind it replaces. */
  public DeviceParameters withOverrides(Map<String, String> values) {
    Map<String, YamlCursor> cursors = new LinkedHashMap<>();
    values.forEach((name, text) -> cursors.put(name, YamlCursor.value("override " + name, text)));
    return override(cursors);
  }

  /** The same, from a mapping in a file, so that errors name its lines. */
  public DeviceParameters withOverrides(YamlCursor mapping) {
    return override(mapping.flatten());
  }

  private DeviceParameters override(Map<String, YamlCursor> values) {
    Map<String, Parameter> changed = new LinkedHashMap<>(parameters);
    values.forEach(
        (name, cursor) -> {
          Parameter old = parameters.get(name);
          if (old == null) {
            throw unknown(cursor.where(), name);
          }
          Value value = ValueReader.read(cursor, old.kind());
          changed.put(name, old.overriddenBy(value, cursor.where()));
        });
    return new DeviceParameters(header, sources, changed);
  }

  /** Refuses the first parameter whose value nobody has read. */
  public void requireAllRead() {
    for (Parameter parameter : parameters.values()) {
      if (!read.contains(parameter.name())) {
        throw SpecException.at(
            parameter.place(),
            "a parameter that the model does not use",
            "only parameters of a " + kind() + " device");
      }
    }
  }

  /** The first 16 hex digits of the SHA-256 of all names and values, sorted by name. */
  public String digest() {
    var text = new StringBuilder("kind=" + kind() + "\n");
    new TreeMap<>(parameters)
        .forEach((name, p) -> text.append(name).append('=').append(p.value()).append('\n'));
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha.digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private <T extends Value> T value(String name, Value.Kind kind, Class<T> type) {
    Parameter parameter = parameter(name);
    read.add(name);
    if (!type.isInstance(parameter.value())) {
      throw fail(name, kind.form());
    }
    return type.cast(parameter.value());
  }

  private SpecException unknown(String place, String name) {
    String where = place.endsWith(" " + name) ? place : place + " " + name;
    return SpecException.at(where, "no such parameter", "a parameter of device " + name())
        .didYouMean(Nearest.to(name, parameters.keySet()));
  }
}

package trn2sim.hw.spec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.config.YamlCursor;

/**
 * One device: the typed records its machine is built from, and every parameter behind them with its
 * source, for people to read.
 */
public final class DeviceParameters {
  private final DeviceSheet sheet;
  private final DeviceSpec spec;
  private final Map<String, Parameter> parameters;

  private DeviceParameters(DeviceSheet sheet, DeviceSpec spec, Map<String, Parameter> parameters) {
    this.sheet = sheet;
    this.spec = spec;
    this.parameters = Collections.unmodifiableMap(parameters);
  }

  /** A built-in device by name, or else a device file by path. */
  public static DeviceParameters load(String nameOrPath) {
    return of(BuiltInDevices.load(nameOrPath), Map.of());
  }

  public static DeviceParameters read(Path file) {
    return of(DeviceFile.read(file.toString(), YamlCursor.read(file)), Map.of());
  }

  public static DeviceParameters readString(String file, String text) {
    return of(DeviceFile.read(file, YamlCursor.readString(file, text)), Map.of());
  }

  /** The names that {@link #load} knows, sorted. */
  public static List<String> builtIn() {
    return BuiltInDevices.names();
  }

  /** The built-in devices of one kind. */
  public static List<String> builtIn(String kind) {
    return builtIn().stream()
        .filter(name -> BuiltInDevices.load(name).header().kind().equals(kind))
        .toList();
  }

  /**
   * @param before the parameters of the device that was overridden, empty if none was
   */
  private static DeviceParameters of(DeviceSheet sheet, Map<String, Parameter> before) {
    Leaves leaves = new Leaves(sheet);
    DeviceSpec spec = DeviceSpec.of(sheet.header(), leaves);
    leaves.requireAllRead();
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    sheet
        .leaves()
        .forEach((name, leaf) -> parameters.put(name, parameter(leaf, leaves, before.get(name))));
    return new DeviceParameters(sheet, spec, parameters);
  }

  private static Parameter parameter(Leaf leaf, Leaves leaves, Parameter before) {
    Cancellation.check();
    String value = leaves.text(leaf.name());
    String where = leaf.value().where();
    if (leaf.overridden()) {
      return before.overriddenBy(value, where);
    }
    return leaves
        .restatedFrom(leaf.name())
        .map(factors -> before.restated(value, factors))
        .orElseGet(
            () ->
                new Parameter(
                    leaf.name(),
                    value,
                    leaf.source(),
                    leaf.confidence(),
                    leaf.note(),
                    leaves.range(leaf.name()),
                    where));
  }

  public String name() {
    return sheet.header().name();
  }

  public String title() {
    return sheet.header().title();
  }

  /** Which machine model the device is for. */
  public String kind() {
    return sheet.header().kind();
  }

  /** What NeuronCores are built from. */
  public NeuronSpec neuron() {
    return as(NeuronSpec.class);
  }

  /** What GPUs are built from. */
  public GpuSpec gpu() {
    return as(GpuSpec.class);
  }

  /** What Ascend dies are built from. */
  public AscendSpec ascend() {
    return as(AscendSpec.class);
  }

  private <T extends DeviceSpec> T as(Class<T> type) {
    if (!type.isInstance(spec)) {
      throw new IllegalStateException(name() + " is of kind " + kind());
    }
    return type.cast(spec);
  }

  /** The declared citations in file order. */
  public Collection<Citation> sources() {
    return sheet.sources().values();
  }

  /** All dotted names in file order. */
  public List<String> names() {
    return List.copyOf(parameters.keySet());
  }

  /** A value with its source. */
  public Parameter parameter(String name) {
    if (!parameters.containsKey(name)) {
      throw sheet.unknown(sheet.header().file(), name);
    }
    return parameters.get(name);
  }

  /** The same device with other values, each of the kind it replaces. */
  public DeviceParameters withOverrides(Map<String, String> values) {
    Map<String, YamlCursor> cursors = new LinkedHashMap<>();
    values.forEach((name, text) -> cursors.put(name, YamlCursor.value("override " + name, text)));
    return of(sheet.with(cursors), parameters);
  }

  /** The same, from a mapping in a file, so that errors name its lines. */
  public DeviceParameters withOverrides(YamlCursor mapping) {
    return of(sheet.with(mapping.flatten()), parameters);
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
}

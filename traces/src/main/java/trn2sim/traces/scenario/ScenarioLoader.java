package trn2sim.traces.scenario;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.KernelCatalog;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Setting;
import trn2sim.kernels.api.Settings;
import trn2sim.kernels.functional.DataKind;
import trn2sim.kernels.math.RoundingMode;

/** Reads scenario files; whatever it refuses is an error of one line that says where. */
public final class ScenarioLoader {
  /** The device unless a scenario names one. */
  public static final String DEFAULT_DEVICE = "trn2";

  /** The seed unless a scenario gives one. */
  public static final long DEFAULT_SEED = 42;

  /** The most ranks, and the most groups. */
  public static final int MOST_RANKS = 4096;

  /** Characters of a name. */
  public static final int LONGEST_NAME = 100;

  /** What a scenario may say, by the keys of its top level. */
  public static final List<String> KEYS =
      List.of(
          "name",
          "kernel",
          "device",
          "shape",
          "dtype",
          "ranks",
          "options",
          "run",
          "compiler",
          "what_if",
          "overrides");

  private static final RoundingMode NEAREST = RoundingMode.NEAREST;

  private final KernelCatalog kernels;
  private final ScenarioFiles files;
  private final Devices devices = new Devices();

  public ScenarioLoader(KernelCatalog kernels) {
    this(kernels, new LocalFiles(LocalFiles.RECORD_SECONDS));
  }

  /**
   * @param files where the files that scenarios name are found
   */
  public ScenarioLoader(KernelCatalog kernels, ScenarioFiles files) {
    this.kernels = kernels;
    this.files = files;
  }

  /** Reads a file, the given values replacing or adding to what it says. */
  public Scenario load(Path file, List<Assignment> assignments) {
    if (file.toString().endsWith(".py") && files.find(file).isPresent()) {
      throw SpecException.at(
          file.toString(),
          "kernel",
          "Python",
          "a scenario that names it as kernel.nki; trn2sim new " + file + " writes one");
    }
    YamlCursor top = YamlCursor.read(file);
    assignments.forEach(assignment -> assignment.in(top));
    if (top.has("axes")) {
      throw top.child("axes")
          .fail("axes", "one scenario; this is a sweep: use trn2sim sweep " + file);
    }
    return read(top, file.toString(), defaultName(file), Optional.ofNullable(file.getParent()));
  }

  /** What the scenario of a file is called unless it says so itself. */
  public static String defaultName(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
  }

  /**
   * Reads a scenario that is part of something else.
   *
   * @param source the file's name in errors
   * @param directory where a device path is looked for first
   */
  public Scenario read(
      YamlCursor top, String source, String defaultName, Optional<Path> directory) {
    top.expect(KEYS);
    // Before what refers to them: a misspelt shape would be an unknown size of an argument.
    top.requireKnownKeys();
    String name = name(top, defaultName);
    Kernel kernel = kernel(top, directory);
    DeviceParameters device = deviceReader(directory).read(top, kernel);
    String deviceName = top.optional("device").map(YamlCursor::string).orElse(DEFAULT_DEVICE);
    Optional<YamlCursor> changes = top.optional("overrides");
    changes.ifPresent(YamlCursor::requireNoEmptyMapping);
    DeviceParameters changed = changes.map(device::withOverrides).orElse(device);
    Settings shape = SettingsReader.read(top, "shape", kernel.shape());
    DType dtype = TypeName.read(top, kernel.dtypes());
    Ranks ranks = ranks(top.optional("ranks"), kernel);
    Settings options = SettingsReader.read(top, "options", kernel.options());
    RunSettings run = run(top.optional("run"), kernel);
    Map<String, String> overridden = overrides(changes, changed);
    WhatIfSettings whatIf = WhatIfReader.read(top.optional("what_if"), kernel);
    CompilerSettings compiler = CompilerReader.read(top.optional("compiler"), kernel);
    top.requireAllRead();
    Origin origin = Origin.of(source, top);
    return new Scenario(
        name,
        deviceName,
        changed,
        kernel,
        shape,
        dtype,
        ranks,
        options,
        run,
        overridden,
        whatIf,
        compiler,
        origin);
  }

  /** A fingerprint of the device that a value names; the value itself if it names none. */
  public String deviceDigest(YamlCursor device, Optional<Path> directory) {
    try {
      return deviceReader(directory).named(device).digest();
    } catch (SpecException e) {
      return device.found();
    }
  }

  private DeviceReader deviceReader(Optional<Path> directory) {
    return new DeviceReader(kernels, devices, files, directory);
  }

  private Kernel kernel(YamlCursor top, Optional<Path> directory) {
    YamlCursor given = top.child("kernel");
    return given.isMapping()
        ? new NkiReader(top, directory, files).read(given)
        : kernels.find(oneOf(given, kernels.names())).orElseThrow();
  }

  /** The name that a file gives, or else has. */
  public static String name(YamlCursor top, String defaultName) {
    Optional<YamlCursor> given = top.optional("name");
    if (given.isEmpty()) {
      return defaultName.replaceAll("\\p{C}", "-");
    }
    String name = given.get().string();
    if (name.isBlank() || name.matches(".*\\p{C}.*") || name.length() > LONGEST_NAME) {
      throw given
          .get()
          .fail(
              given.get().found(),
              "1 to " + LONGEST_NAME + " characters that can be printed, not all of them spaces");
    }
    return name;
  }

  private static Ranks ranks(Optional<YamlCursor> cursor, Kernel kernel) {
    Optional<Ranks> usual = kernel.usualRanks();
    int groups = count(cursor, "groups", 1, MOST_RANKS);
    int all = usual.map(Ranks::tp).orElse(1);
    int tp = count(cursor, "tp", all % groups == 0 ? all / groups : all, MOST_RANKS);
    boolean logical = kernel.settings().contains(Setting.LOGICAL_CORES);
    // A single rank is one physical core; ranks that communicate are the hardware's logical cores.
    int logicalCores = usual.map(Ranks::lnc).orElse(tp == 1 ? 1 : 2);
    int lnc = count(cursor, "lnc", logical ? logicalCores : 1, 2);
    Optional<YamlCursor> given = cursor.flatMap(ranks -> ranks.optional("lnc"));
    if (given.isPresent() && !logical) {
      throw given.get().fail(given.get().found(), without("ranks.lnc", kernel));
    }
    return new Ranks(tp, groups, lnc);
  }

  /** What to say of a setting that would have no effect on a kernel's machine. */
  static String without(String key, Kernel kernel) {
    return "no " + key + ", which has no effect on devices of kind " + kernel.deviceKind();
  }

  private static int count(Optional<YamlCursor> cursor, String key, int fallback, int most) {
    return cursor
        .flatMap(ranks -> ranks.optional(key))
        .map(value -> (int) value.integer(1, most))
        .orElse(fallback);
  }

  private static RunSettings run(Optional<YamlCursor> cursor, Kernel kernel) {
    List<RunSettings.Mode> modes = List.of(RunSettings.Mode.values());
    return new RunSettings(
        cursor
            .map(c -> word(c, "mode", modes.get(0), modes, RunSettings.Mode::label))
            .orElse(modes.get(0)),
        cursor
            .flatMap(c -> c.optional("seed"))
            .map(c -> c.integer(0, Long.MAX_VALUE))
            .orElse(DEFAULT_SEED),
        cursor
            .map(c -> word(c, "data", DataKind.NORMAL, List.of(DataKind.values()), DataKind::label))
            .orElse(DataKind.NORMAL),
        cursor
            .map(
                c ->
                    word(
                        c,
                        "rounding",
                        NEAREST,
                        List.of(RoundingMode.values()),
                        RoundingMode::label))
            .orElse(NEAREST),
        cursor.map(c -> launchCost(c, kernel)).orElse(LaunchCost.NONE));
  }

  private static LaunchCost launchCost(YamlCursor run, Kernel kernel) {
    Optional<YamlCursor> given = run.optional("launch_cost");
    if (given.isPresent() && !kernel.settings().contains(Setting.LAUNCH_COST)) {
      throw given.get().fail(given.get().found(), without("run.launch_cost", kernel));
    }
    List<LaunchCost> all = List.of(LaunchCost.values());
    return word(run, "launch_cost", LaunchCost.NONE, all, LaunchCost::label);
  }

  static <T> T word(
      YamlCursor parent, String key, T fallback, List<T> all, Function<T, String> label) {
    Map<String, T> byLabel =
        all.stream().collect(Collectors.toMap(label, t -> t, (a, b) -> a, LinkedHashMap::new));
    return parent
        .optional(key)
        .map(cursor -> byLabel.get(cursor.oneOf(byLabel.keySet())))
        .orElse(fallback);
  }

  private static String oneOf(YamlCursor cursor, List<String> words) {
    return cursor.oneOf(Set.copyOf(words));
  }

  private static Map<String, String> overrides(
      Optional<YamlCursor> cursor, DeviceParameters changed) {
    Map<String, String> values = new LinkedHashMap<>();
    cursor.ifPresent(
        c ->
            new TreeSet<>(c.flatten().keySet())
                .forEach(name -> values.put(name, changed.parameter(name).value())));
    return values;
  }
}

package trn2sim.traces.accuracy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.unit.Text;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * Reads tables of measurements. Top-level {@code rows} stand alone; a group gives its rows what
 * they have in common, and may name {@code columns} so that a row is a list.
 */
public final class AccuracyFile {
  private static final String INDEX = "accuracy/index.txt";
  private static final Set<String> SCENARIO_KEYS = Set.of("device", "kernel", "dtype");
  private static final Set<String> SETS = Set.of("calibration", "check");
  private static final YamlCursor NOTHING = YamlCursor.readString("defaults", "{}");

  private final ScenarioLoader loader;
  private final String file;
  private final Optional<Path> directory;
  private final RowSelection selection;
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final MeasuredProfiles profiles;
  private final Set<String> ids = new HashSet<>();
  private final List<AccuracyRow> rows = new ArrayList<>();

  private AccuracyFile(
      ScenarioLoader loader, String file, Optional<Path> directory, RowSelection selection) {
    this.loader = loader;
    this.file = file;
    this.directory = directory;
    this.selection = selection;
    this.profiles = new MeasuredProfiles(directory);
  }

  /** The rows of a file, in order. */
  public static List<AccuracyRow> read(Path file, ScenarioLoader loader, RowSelection selection) {
    Optional<Path> directory = Optional.ofNullable(file.getParent());
    AccuracyFile table = new AccuracyFile(loader, file.toString(), directory, selection);
    return table.rows(YamlCursor.read(file));
  }

  /** The rows of the tables that come with the program, which an index on the class path lists. */
  public static List<AccuracyRow> builtIn(ScenarioLoader loader, RowSelection selection) {
    List<AccuracyRow> all = new ArrayList<>();
    try {
      for (String name : resource(INDEX).lines().map(String::strip).toList()) {
        if (!name.isEmpty()) {
          String file = "accuracy/" + name;
          YamlCursor top = YamlCursor.readString(file, resource(file));
          Optional<Path> folder = Optional.of(folder());
          all.addAll(new AccuracyFile(loader, file, folder, selection).rows(top));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the built-in tables: " + e.getMessage(), e);
    }
    return all;
  }

  /** Where the tables are, with the streams they name: a directory, or a place in a jar. */
  public static Path folder() throws IOException {
    URI index = URI.create(AccuracyFile.class.getClassLoader().getResource(INDEX).toString());
    if (index.getScheme().equals("jar")) {
      open(index);
    }
    return Path.of(index).getParent();
  }

  private static void open(URI place) throws IOException {
    try {
      FileSystems.newFileSystem(place, Map.of());
    } catch (FileSystemAlreadyExistsException opened) {
      // Jars stay open until the program ends.
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = AccuracyFile.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private List<AccuracyRow> rows(YamlCursor top) {
    top.optional("sources")
        .ifPresent(s -> s.keys().forEach(id -> sources.put(id, s.child(id).string())));
    for (YamlCursor group : top.optional("groups").map(YamlCursor::list).orElse(List.of())) {
      group(group);
    }
    for (YamlCursor row : top.optional("rows").map(YamlCursor::list).orElse(List.of())) {
      row(row, NOTHING);
    }
    top.requireAllRead();
    if (ids.isEmpty()) {
      throw top.fail("no rows", "rows, or groups with rows");
    }
    return rows;
  }

  private void group(YamlCursor group) {
    YamlCursor defaults = YamlCursor.readString(file, "{}");
    defaults.set("group", group.child("name"));
    for (String key : List.of("set", "source", "unit", "metric", "scenario")) {
      group.optional(key).ifPresent(value -> defaults.set(key, value));
    }
    List<String> columns =
        group
            .optional("columns")
            .map(list -> list.list().stream().map(YamlCursor::string).toList())
            .orElse(List.of());
    for (YamlCursor row : group.child("rows").list()) {
      row(row.isList() ? named(row, columns) : row, defaults);
    }
    group.child("rows").markAllRead();
    group.optional("scenario").ifPresent(YamlCursor::markAllRead);
  }

  private YamlCursor named(YamlCursor row, List<String> columns) {
    List<YamlCursor> cells = row.list();
    if (columns.isEmpty()) {
      throw row.fail("a list", "a mapping, or columns in the group");
    }
    if (cells.size() != columns.size()) {
      throw row.fail(
          Text.count(cells.size(), "value"),
          Text.count(columns.size(), "value") + ", one for each column");
    }
    YamlCursor named = YamlCursor.readString(file, "{}");
    for (int i = 0; i < cells.size(); i++) {
      putFlat(named, columns.get(i), cells.get(i));
    }
    return named;
  }

  private static double launch(YamlCursor launch, double measured) {
    double found = launch.number(0, Double.MAX_VALUE);
    if (found >= measured) {
      throw launch.fail(launch.found(), "less than the time that was measured with it");
    }
    return found;
  }

  /** A dotted key belongs to the scenario, and so do a few others. */
  private static void putFlat(YamlCursor row, String key, YamlCursor value) {
    boolean nested =
        SCENARIO_KEYS.contains(key) || (key.contains(".") && !key.startsWith("scenario."));
    row.set(nested ? "scenario." + key : key, value);
  }

  /** A row as written; its keys may be those of the scenario, or paths such as {@code shape.N}. */
  private YamlCursor nested(YamlCursor written) {
    YamlCursor own = YamlCursor.readString(file, "{}");
    written.optional("scenario").ifPresent(value -> own.set("scenario", value));
    for (String key : written.keys()) {
      if (!key.equals("scenario")) {
        written.optional(key).ifPresent(value -> putFlat(own, key, value));
      }
    }
    written.markAllRead();
    return own;
  }

  private void row(YamlCursor written, YamlCursor defaults) {
    YamlCursor row = nested(written).over(defaults);
    YamlCursor id = row.child("id");
    if (!ids.add(id.string())) {
      throw id.fail(id.found() + " again", "an id of its own");
    }
    YamlCursor measured = row.child("measured");
    Optional<YamlCursor> profile =
        measured.isMapping() ? Optional.of(measured.child("profile")) : Optional.empty();
    profile.ifPresent(YamlCursor::string);
    double given = profile.isPresent() ? 0 : measured.number(Double.MIN_VALUE, Double.MAX_VALUE);
    double launch = row.optional("launch").map(l -> launch(l, given)).orElse(0.0);
    String set = text(row, "set").isEmpty() ? "check" : row.child("set").oneOf(SETS);
    String source = text(row, "source");
    String metric = text(row, "metric");
    String unit = text(row, "unit");
    String note = text(row, "note");
    String group = row.optional("group").map(YamlCursor::string).orElse("rows");
    YamlCursor scenario = row.child("scenario").over(NOTHING);
    row.child("scenario").markAllRead();
    row.requireAllRead();
    Metric figure =
        new Metric(metric.isEmpty() ? Metric.DEFAULT_PATH : metric, unit.isEmpty() ? "us" : unit);
    if (selection.takes(group)) {
      selection.change(scenario);
      Scenario simulated =
          loader.read(scenario, file + " row " + id.string(), id.string(), directory);
      rows.add(
          new AccuracyRow(
              id.string(),
              group,
              set,
              sources.getOrDefault(source, source),
              figure,
              profile.map(path -> profiles.figure(path, simulated, figure)).orElse(given - launch),
              launch,
              note,
              simulated,
              measured.where()));
    }
  }

  private static String text(YamlCursor row, String key) {
    return row.optional(key).map(YamlCursor::string).orElse("");
  }
}

package trn2sim.traces.sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * A scenario with {@code axes}: the values that some of its keys take. Axes are {@code crossed},
 * every value with every other, or {@code zipped}, first with first; {@code metrics} names more
 * figures of the result to list. With {@code sweep: path_map} points are not run: only the rule
 * that chooses the path is asked.
 */
public final class SweepFile {
  private static final YamlCursor NOTHING = YamlCursor.readString("defaults", "{}");
  private static final List<String> OWN_KEYS = List.of("axes", "combine", "metrics", "sweep");
  private static final String CROSSED = "crossed";
  private static final String ZIPPED = "zipped";
  private static final String RUN = "run";
  private static final String PATH_MAP = "path_map";
  private static final int MOST_POINTS = 100_000;

  private final YamlCursor top;
  private final Path file;
  private final String name;
  private final List<Axis> axes = new ArrayList<>();
  private final List<String> metrics = new ArrayList<>();
  private final boolean zipped;
  private final boolean pathMap;
  private final int points;

  private SweepFile(Path file, List<Assignment> changes) {
    this.file = file;
    this.top = YamlCursor.read(file);
    changes.forEach(change -> top.set(change.key(), change.value()));
    String fileName = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    this.name = ScenarioLoader.name(top, fileName);
    if (!top.has("axes")) {
      throw SpecException.at(
          file.toString(),
          "a scenario without axes",
          "a sweep; this is one scenario: use trn2sim run " + file);
    }
    YamlCursor all = top.child("axes");
    all.requireNoEmptyMapping();
    for (Map.Entry<String, YamlCursor> axis : all.flatten().entrySet()) {
      List<YamlCursor> values = axis.getValue().list();
      if (values.isEmpty()) {
        throw axis.getValue().fail("an empty list", "at least one value");
      }
      axes.add(new Axis(axis.getKey(), values));
    }
    if (axes.isEmpty()) {
      throw all.fail(all.found(), "keys with lists of values");
    }
    zipped =
        top.optional("combine")
            .map(c -> c.oneOf(Set.of(CROSSED, ZIPPED)))
            .orElse(CROSSED)
            .equals(ZIPPED);
    pathMap =
        top.optional("sweep").map(s -> s.oneOf(Set.of(RUN, PATH_MAP))).orElse(RUN).equals(PATH_MAP);
    top.optional("metrics").ifPresent(m -> m.list().forEach(item -> metrics.add(item.string())));
    points = points(all);
  }

  public static SweepFile read(Path file, List<Assignment> changes) {
    return new SweepFile(file, changes);
  }

  private int points(YamlCursor place) {
    long count = zipped ? axes.get(0).values().size() : 1;
    for (Axis axis : axes) {
      int size = axis.values().size();
      if (zipped && size != count) {
        String found = axis.key() + " with " + size + " values";
        throw place.fail(found, "zipped axes of one length, " + count);
      }
      count = zipped ? count : count * size;
      if (count > MOST_POINTS) {
        throw place.fail("more than " + MOST_POINTS + " points", "fewer values");
      }
    }
    return (int) count;
  }

  public String name() {
    return name;
  }

  /** The name as that of a directory. */
  public String directory() {
    return Scenario.directory(name);
  }

  public List<Axis> axes() {
    return axes;
  }

  /** More figures to list, as dotted paths into {@code result.json}. */
  public List<String> metrics() {
    return metrics;
  }

  /** Whether to ask for the path only, instead of running the points. */
  boolean pathMap() {
    return pathMap;
  }

  /** How many points there are. */
  public int size() {
    return points;
  }

  /** The value of each axis at a point; of crossed axes, the last one changes fastest. */
  public Map<String, String> values(int point) {
    Map<String, String> values = new LinkedHashMap<>();
    int[] indices = indices(point);
    for (int a = 0; a < axes.size(); a++) {
      values.put(axes.get(a).key(), axes.get(a).text(indices[a]));
    }
    return values;
  }

  private int[] indices(int point) {
    int[] indices = new int[axes.size()];
    int rest = point;
    for (int a = axes.size() - 1; a >= 0; a--) {
      int size = axes.get(a).values().size();
      indices[a] = zipped ? point : rest % size;
      rest /= size;
    }
    return indices;
  }

  /** The scenario of a point; fails as the loader does. */
  public Scenario scenario(int point, ScenarioLoader loader) {
    YamlCursor own = top.over(NOTHING);
    OWN_KEYS.forEach(key -> own.optional(key).ifPresent(YamlCursor::markAllRead));
    int[] indices = indices(point);
    for (int a = 0; a < axes.size(); a++) {
      own.set(axes.get(a).key(), axes.get(a).values().get(indices[a]));
    }
    return loader.read(own, file.toString(), name, Optional.ofNullable(file.getParent()));
  }
}

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
import trn2sim.core.unit.Text;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * A scenario with {@code axes}: the values that some of its keys take. {@code combine} says which
 * meet: {@code crossed}, every value with every other, {@code zipped}, first with first, or {@code
 * samples} of all combinations, {@code random} or as a {@code latin_hypercube}. {@code metrics}
 * names more figures of the result to list. With {@code sweep: path_map} points are not run: only
 * the rule that chooses the path is asked.
 */
public final class SweepFile {
  private static final YamlCursor NOTHING = YamlCursor.readString("defaults", "{}");
  private static final YamlCursor DEFAULT_DEVICE =
      YamlCursor.value("device", ScenarioLoader.DEFAULT_DEVICE);
  private static final List<String> OWN_KEYS =
      List.of("axes", "combine", "samples", "metrics", "sweep");
  private static final String CROSSED = "crossed";
  private static final String ZIPPED = "zipped";
  private static final String RANDOM = "random";
  private static final String LATIN_HYPERCUBE = "latin_hypercube";
  private static final String RUN = "run";
  private static final String PATH_MAP = "path_map";
  private static final int MOST_POINTS = 10_000_000;

  private final YamlCursor top;
  private final Path file;
  private final String name;
  private final YamlCursor scenario;
  private final List<Axis> axes;
  private final List<String> metrics = new ArrayList<>();
  private final Combination combination;
  private final boolean pathMap;

  private SweepFile(Path file, YamlCursor top, List<Assignment> changes) {
    this.file = file;
    this.top = top;
    changes.forEach(change -> change.in(top));
    String fileName = ScenarioLoader.defaultName(file);
    this.name = ScenarioLoader.name(top, fileName);
    if (!top.has("axes")) {
      throw SpecException.at(
          file.toString(),
          "a scenario without axes",
          "a sweep; this is one scenario: use trn2sim run " + file);
    }
    top.expect(ScenarioLoader.KEYS);
    top.expect(OWN_KEYS);
    top.requireKnownKeys();
    scenario = top.without(Set.copyOf(OWN_KEYS));
    YamlCursor all = top.child("axes");
    axes = AxisReader.read(all);
    combination = combination(all);
    pathMap =
        top.optional("sweep").map(s -> s.oneOf(Set.of(RUN, PATH_MAP))).orElse(RUN).equals(PATH_MAP);
    top.optional("metrics").ifPresent(m -> m.list().forEach(item -> metrics.add(item.string())));
  }

  public static SweepFile read(Path file, List<Assignment> changes) {
    return new SweepFile(file, YamlCursor.read(file), changes);
  }

  /** A sweep whose text came from elsewhere; the file need not be on this machine. */
  public static SweepFile of(Path file, String text, List<Assignment> changes) {
    return new SweepFile(file, YamlCursor.readString(file.toString(), text), changes);
  }

  private Combination combination(YamlCursor place) {
    String how =
        top.optional("combine")
            .map(c -> c.oneOf(Set.of(CROSSED, ZIPPED, RANDOM, LATIN_HYPERCUBE)))
            .orElse(CROSSED);
    List<Integer> sizes = axes.stream().map(axis -> axis.values().size()).toList();
    boolean sampled = how.equals(RANDOM) || how.equals(LATIN_HYPERCUBE);
    Optional<YamlCursor> given = top.optional("samples");
    if (given.isPresent() && !sampled) {
      throw given.get().fail(given.get().found(), "no samples unless combine says how to draw");
    }
    int samples = sampled ? (int) top.child("samples").integer(1, MOST_POINTS) : 0;
    return switch (how) {
      case ZIPPED -> zipped(place, sizes);
      case RANDOM -> Combination.random(sizes, samples, seed());
      case LATIN_HYPERCUBE -> Combination.latinHypercube(sizes, samples, seed());
      default -> crossed(place, sizes);
    };
  }

  /** The seed of the runs is that of the sample too. */
  private long seed() {
    return top.optional("run")
        .flatMap(run -> run.optional("seed"))
        .map(seed -> seed.integer(0, Long.MAX_VALUE))
        .orElse(ScenarioLoader.DEFAULT_SEED);
  }

  private Combination zipped(YamlCursor place, List<Integer> sizes) {
    for (Axis axis : axes) {
      int size = axis.values().size();
      if (size != sizes.get(0)) {
        String found = axis.key() + " with " + Text.count(size, "value");
        throw place.fail(found, "zipped axes of one length, " + sizes.get(0));
      }
    }
    return Combination.zipped(sizes.get(0));
  }

  private static Combination crossed(YamlCursor place, List<Integer> sizes) {
    long count = 1;
    for (int size : sizes) {
      count *= size;
      if (count > MOST_POINTS) {
        throw place.fail(
            "more than " + MOST_POINTS + " points",
            "fewer values, or combine: random or latin_hypercube with samples: N");
      }
    }
    return Combination.crossed(sizes);
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
    return combination.points();
  }

  /** What the file says, changes included, in a form that two equal sweeps share. */
  String content() {
    return top.content();
  }

  /** What a journal's rows of the same sweep are worth. */
  public SweepJournal.Rows rows() {
    // A kernel that is a file of its own may have changed without the sweep.
    boolean elsewhere =
        scenario.optional("kernel").filter(YamlCursor::isMapping).isPresent()
            || axes.stream().anyMatch(axis -> axis.key().matches("kernel(\\..*)?"));
    return elsewhere ? SweepJournal.Rows.COMPARED : SweepJournal.Rows.NUMBERED;
  }

  /** Fingerprints of the devices that points may name. */
  List<String> deviceDigests(ScenarioLoader loader) {
    List<YamlCursor> named =
        axes.stream()
            .filter(axis -> axis.key().equals("device"))
            .findFirst()
            .map(Axis::values)
            .orElseGet(() -> List.of(top.optional("device").orElse(DEFAULT_DEVICE)));
    Optional<Path> directory = Optional.ofNullable(file.getParent());
    return named.stream().map(device -> loader.deviceDigest(device, directory)).toList();
  }

  /** The value of each axis at a point. */
  public Map<String, String> values(int point) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int a = 0; a < axes.size(); a++) {
      values.put(axes.get(a).key(), axes.get(a).text(combination.index(point, a)));
    }
    return values;
  }

  /** The scenario of a point; fails as the loader does. */
  public Scenario scenario(int point, ScenarioLoader loader) {
    YamlCursor own = scenario.over(NOTHING);
    for (int a = 0; a < axes.size(); a++) {
      own.set(axes.get(a).key(), axes.get(a).values().get(combination.index(point, a)));
    }
    return loader.read(own, file.toString(), name, Optional.ofNullable(file.getParent()));
  }
}

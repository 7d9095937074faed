package trn2sim.traces.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.export.ScenarioJson;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * Works out single points of a sweep, on any thread. Points that come to the same scenario are run
 * once, as long as they are not too far apart.
 */
public final class PointRunner {
  private static final int MOST_REMEMBERED = 1024;

  private final SweepFile sweep;
  private final SweepFigures figures;
  private final ScenarioLoader loader;
  private final ScenarioRunner runner;
  private final Function<String, Optional<SweepRow>> known;
  private final Map<String, Map<String, String>> recent =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Map<String, String>> eldest) {
              return size() > MOST_REMEMBERED;
            }
          });

  /**
   * @param known rows of earlier sweeps, by what they depend on
   */
  public PointRunner(
      SweepFile sweep,
      ScenarioLoader loader,
      ScenarioRunner runner,
      Function<String, Optional<SweepRow>> known) {
    this.sweep = sweep;
    this.figures = new SweepFigures(sweep);
    this.loader = loader;
    this.runner = runner;
    this.known = known;
  }

  /** The row of a point; one that fails is a row with its error. */
  public SweepRow row(int point) {
    Map<String, String> values = sweep.values(point);
    String key = SweepIdentity.digest(values + " " + figures.names());
    try {
      Scenario scenario = sweep.scenario(point, loader);
      key = key(scenario);
      Optional<SweepRow> before = known.apply(key);
      return before.isPresent()
          ? before.get().at(point, values)
          : new SweepRow(point, key, values, figures(key, scenario), "");
    } catch (SpecException | RunFailure | NkiException e) {
      return new SweepRow(point, key, values, Map.of(), e.getMessage());
    }
  }

  /** The row of a point that an earlier sweep has run; nothing is simulated. */
  public Optional<SweepRow> known(int point) {
    try {
      return known
          .apply(key(sweep.scenario(point, loader)))
          .map(row -> row.at(point, sweep.values(point)));
    } catch (SpecException | RunFailure | NkiException e) {
      return Optional.empty();
    }
  }

  private String key(Scenario scenario) {
    String kernel = scenario.kernel().identity(scenario.request());
    return SweepIdentity.digest(ScenarioJson.key(scenario) + kernel + figures.names());
  }

  private Map<String, String> figures(String key, Scenario scenario) {
    Map<String, String> before = recent.get(key);
    if (before != null) {
      return before;
    }
    Map<String, String> found = figures.of(scenario, runner);
    recent.put(key, found);
    return found;
  }
}

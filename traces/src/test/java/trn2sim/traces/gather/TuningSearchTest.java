package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.json.Json;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.search.Change;
import trn2sim.traces.search.Laboratory;
import trn2sim.traces.search.Tried;
import trn2sim.traces.search.Tuning;
import trn2sim.traces.search.TuningSearch;

/** The best settings are found: held against every option and every pair, run one by one. */
class TuningSearchTest {
  private static final String SMALL = GatherRuns.fgcc("m: 256, K: 1024, N: 1024", 4, 2, "");

  private static Scenario with(List<Change> changes) {
    YamlCursor top = YamlCursor.readString("test.yaml", SMALL);
    changes.forEach(change -> top.set(change.key(), change.to()));
    return new ScenarioLoader(Kernels.ALL).read(top, "test.yaml", "test", Optional.empty());
  }

  private static Tuning tune(int jobs) {
    Laboratory laboratory = Laboratory.of(TuningSearchTest::with, jobs);
    return new TuningSearch(with(List.of()), laboratory, List.of()).run();
  }

  @Test
  void bestOptionAndBestPairAreThoseOfTheExhaustiveSearch() {
    Tuning tuning = tune(2);
    TreeMap<Long, List<Change>> singles = new TreeMap<>();
    TreeMap<Long, List<Change>> pairs = new TreeMap<>();
    List<Change> all = everyOption();
    for (Change a : all) {
      time(List.of(a)).ifPresent(ps -> singles.putIfAbsent(ps, List.of(a)));
      for (Change b : all.subList(0, all.indexOf(a))) {
        if (!a.key().equals(b.key())) {
          time(List.of(a, b)).ifPresent(ps -> pairs.putIfAbsent(ps, List.of(a, b)));
        }
      }
    }
    assertEquals(singles.firstKey(), tuning.options().get(0).ps());
    assertEquals(pairs.firstKey(), tuning.pairs().get(0).ps());
    assertEquals(0, tuning.untriedPairs());
    long best = Math.min(singles.firstKey(), pairs.firstKey());
    assertTrue(tuning.combination().map(Tried::ps).orElse(tuning.basePs()) <= best);
    assertTrue(tuning.simulations() <= TuningSearch.MOST_SIMULATIONS, tuning.toString());
  }

  /** Written down here, so that a candidate that the search forgets is missed. */
  private static List<Change> everyOption() {
    List<Change> all = new ArrayList<>();
    all.add(new Change("options.force_hbm_cc", "false", "true"));
    all.add(new Change("options.zero_copy_ring", "false", "true"));
    for (String dge : List.of("swdge", "hwdge", "static")) {
      all.add(new Change("options.dge", "auto", dge));
    }
    all.add(new Change("options.psum_buffers", "8", "4"));
    all.add(new Change("options.psum_buffers", "8", "16"));
    return all;
  }

  private static Optional<Long> time(List<Change> changes) {
    try {
      return Optional.of(ScenarioRunner.standard().runOnce(with(changes)).totalPs());
    } catch (SpecException | RunFailure refused) {
      return Optional.empty();
    }
  }

  @Test
  void threadsDoNotMatterAndListsAreInOrder() {
    Tuning tuning = tune(1);
    assertEquals(Json.pretty(tuning.json()), Json.pretty(tune(3).json()));
    for (List<Tried> list : List.of(tuning.options(), tuning.pairs(), tuning.hardware())) {
      assertEquals(list.stream().sorted(Comparator.comparingLong(Tried::ps)).toList(), list);
    }
    assertTrue(tuning.hardware().stream().anyMatch(part -> part.ps() < tuning.basePs()));
  }
}

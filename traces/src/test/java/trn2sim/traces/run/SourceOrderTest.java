package trn2sim.traces.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trn2sim.core.config.YamlCursor;
import trn2sim.hw.compiler.Compiled;
import trn2sim.kernels.Kernels;
import trn2sim.traces.Golden;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * With {@code compiler.order: source} instructions run as written, whatever becomes of the compiler
 * model: the times of the shipped scenarios, in a file, in picoseconds.
 */
class SourceOrderTest {
  private static final Path SCENARIOS = Path.of("..", "scenarios");
  private static final int MOST_RANKS = 32;
  private static final double LARGEST = 1e11;

  @Test
  void timesOfTheShippedScenariosAsWritten() throws IOException {
    StringBuilder table = new StringBuilder("scenario,total_ps\n");
    for (Path file : files()) {
      Optional<Scenario> scenario = small(file);
      if (scenario.isPresent()) {
        RunResult result = ScenarioRunner.standard().runOnce(scenario.get());
        assertEquals(0, result.neuron().orElseThrow().compilation().sum(Compiled::moved));
        String name = SCENARIOS.relativize(file).toString().replace(".yaml", "");
        table.append(name).append(',').append(result.timeline().endPs()).append('\n');
      }
    }
    Golden.check("source-order.csv", table.toString());
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> own = Files.list(SCENARIOS);
        Stream<Path> published = Files.list(SCENARIOS.resolve("published"))) {
      return Stream.concat(own, published)
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .toList();
    }
  }

  /** The scenario in source order, unless it is a sweep, of another machine, or of many cores. */
  private static Optional<Scenario> small(Path file) {
    YamlCursor top = YamlCursor.read(file);
    if (top.has("axes") || top.has("device")) {
      return Optional.empty();
    }
    Scenario scenario =
        new ScenarioLoader(Kernels.ALL)
            .load(
                file,
                List.of(
                    Assignment.parse("compiler.order=source"),
                    Assignment.parse("run.mode=timing")));
    return Optional.of(scenario).filter(SourceOrderTest::isSmall);
  }

  private static boolean isSmall(Scenario scenario) {
    double size = scenario.ranks().tp();
    for (Object side : scenario.shape().values().values()) {
      size *= ((Number) side).doubleValue();
    }
    return scenario.ranks().tp() <= MOST_RANKS && size <= LARGEST;
  }
}

package trn2sim.fuzz;

import java.util.Optional;
import java.util.stream.Stream;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.json.Json;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.KernelException;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;

/** Results of scenarios given as text, without the runs that only advice is drawn from. */
final class Simulated {
  private static final String FILE = "s.yaml";
  private static final ScenarioRunner RUNNER = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);

  private Simulated() {}

  /** The {@code result.json} of a scenario with some values set; nothing if it is refused. */
  static Optional<String> result(String yaml, String... changes) {
    try {
      YamlCursor top = YamlCursor.readString(FILE, yaml);
      Stream.of(changes).map(Assignment::parse).forEach(set -> top.set(set.key(), set.value()));
      var scenario = new ScenarioLoader(Kernels.ALL).read(top, FILE, "s", Optional.empty());
      return Optional.of(Json.pretty(ResultJson.of(Findings.of(RUNNER.run(scenario)))));
    } catch (SpecException | KernelException | RunFailure refused) {
      return Optional.empty();
    }
  }
}

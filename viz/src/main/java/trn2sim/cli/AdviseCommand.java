package trn2sim.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.findings.SideRuns;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.search.Change;
import trn2sim.traces.search.KernelArguments;
import trn2sim.traces.search.Laboratory;
import trn2sim.traces.search.LineSearch;
import trn2sim.traces.search.Tuning;
import trn2sim.traces.search.TuningSearch;

/** Tries what could make a scenario faster. */
@Command(
    name = "advise",
    description = {
      "Try a kernel's options one at a time and together: what each gains, and why.",
      "Beside them faster parts of the device and other sizes."
    },
    mixinStandardHelpOptions = true)
final class AdviseCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "A scenario (YAML).")
  private Path file = Path.of("");

  @Mixin private ScenarioChanges changes;

  @Mixin private Jobs jobs;

  @Mixin private Recording recording;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  AdviseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    ScenarioLoader loader = recording.loader();
    List<Assignment> given = changes.all();
    Scenario scenario = loader.load(file, given);
    YamlCursor top = YamlCursor.read(file);
    given.forEach(change -> change.in(top));
    KernelArguments arguments = KernelArguments.of(top);
    try (Progress progress = Progress.start(terminal, "advise " + scenario.name())) {
      Laboratory laboratory =
          Laboratory.of(more -> loader.load(file, with(given, more)), jobs.count());
      Tuning tuning = new TuningSearch(scenario, laboratory, arguments.flags()).run();
      List<LineSearch.FreeLine> lines = lines(scenario);
      progress.end();
      terminal.print(
          json
              ? Json.pretty(json(tuning, lines))
              : new TuningSummary(terminal, command()).of(tuning, lines, arguments.numbers()));
    }
    return 0;
  }

  private static JsonObject json(Tuning tuning, List<LineSearch.FreeLine> lines) {
    JsonObject json = tuning.json();
    return lines.isEmpty()
        ? json
        : json.put("lines", lines.stream().map(LineSearch.FreeLine::json).toList());
  }

  /** What its costliest lines are worth, if the kernel has a source. */
  private static List<LineSearch.FreeLine> lines(Scenario scenario) {
    if (scenario.kernel().recording(scenario.request()).isEmpty()) {
      return List.of();
    }
    RunResult run = ScenarioRunner.standard().runOnce(scenario.timed());
    return LineSearch.of(run, SideRuns.costly(run)).orElse(List.of());
  }

  /** What runs the scenario as it is. */
  private String command() {
    return "trn2sim run " + file + changes.settings();
  }

  private static List<Assignment> with(List<Assignment> given, List<Change> changes) {
    return Stream.concat(given.stream(), changes.stream().map(Change::assignment)).toList();
  }
}

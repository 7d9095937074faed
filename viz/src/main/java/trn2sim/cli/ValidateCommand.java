package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;

/** Checks what kernels compute. */
@Command(
    name = "validate",
    description = "Do a kernel's arithmetic and compare every rank with a reference.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  /** Of what nothing wrote, and of what the compiler refuses. */
  private static final List<String> SAID = List.of("W1 ", "W11 ");

  @Mixin private ScenarioArguments arguments;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;
  private final List<JsonObject> documents = new ArrayList<>();
  private int status;

  ValidateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<Scenario> scenarios = arguments.load(Optional.of("functional"));
    for (Scenario scenario : scenarios) {
      try {
        validate(scenario);
      } catch (RunFailure | NkiException | SpecException e) {
        if (scenarios.size() == 1) {
          throw e;
        }
        cannotRun(scenario, Failure.of(e));
      }
    }
    if (json) {
      terminal.print(Json.pretty(documents));
    }
    return status;
  }

  private void validate(Scenario scenario) {
    RunResult result = ScenarioExecution.runOnce(scenario, terminal);
    status = Math.max(status, result.passed() ? 0 : Failure.FAILED);
    documents.add(ResultJson.validation(result));
    for (RankVerdict verdict : json ? List.<RankVerdict>of() : result.verdicts()) {
      terminal.print(scenario.name() + " " + Verdicts.line(verdict, terminal) + "\n");
    }
    for (String remark : json ? List.<String>of() : remarks(result)) {
      terminal.print(scenario.name() + " " + remark + "\n");
    }
  }

  /** The others are validated all the same. */
  private void cannotRun(Scenario scenario, Failure failure) {
    terminal.say(failure.message());
    status = Math.max(status, failure.status());
    documents.add(ResultJson.notValidated(scenario, failure.message()));
  }

  /** What the values rest on, where wrong ones may come from, and what right ones do not say. */
  private static List<String> remarks(RunResult result) {
    Stream<String> said =
        result.neuron().stream()
            .flatMap(run -> run.launch().sources().stream())
            .flatMap(lines -> lines.remarks().stream())
            .filter(remark -> SAID.stream().anyMatch(remark::startsWith));
    return Stream.concat(result.remarks().stream(), said).distinct().toList();
  }
}

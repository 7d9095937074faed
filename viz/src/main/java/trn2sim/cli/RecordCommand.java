package trn2sim.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.nki.NkiKernel;
import trn2sim.traces.scenario.Scenario;

/** Records the NKI kernel of a scenario and stops there. */
@Command(
    name = "record",
    description = "Record the NKI kernel of a scenario as a stream of instructions.",
    mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {
  @Mixin private ScenarioArguments arguments;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "STREAM",
      description = "Where to write it; compressed if it ends in .gz. Default: NAME.nki.jsonl.gz")
  private Optional<Path> output = Optional.empty();

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  RecordCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<Scenario> scenarios = arguments.load(Optional.empty());
    if (output.isPresent() && scenarios.size() > 1) {
      throw SpecException.at("-o", scenarios.size() + " scenarios", "one scenario for one stream");
    }
    scenarios.forEach(scenario -> WriteTrial.file("-o", target(scenario)));
    List<JsonObject> documents = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      Path stream = record(scenario);
      documents.add(
          new JsonObject().put("scenario", scenario.name()).put("stream", stream.toString()));
      if (!json) {
        terminal.print(scenario.name() + ": " + stream + "\n");
      }
    }
    if (json) {
      terminal.print(Json.pretty(documents));
    }
    return 0;
  }

  private Path target(Scenario scenario) {
    return output.orElse(Path.of(scenario.directory() + ".nki.jsonl.gz"));
  }

  private Path record(Scenario scenario) {
    Path target = target(scenario);
    Kernel kernel = scenario.kernel();
    Path recording =
        kernel
            .recording(scenario.request())
            .orElseThrow(
                () -> scenario.origin().refuse("kernel", kernel.name(), "a kernel written in NKI"));
    try {
      NkiKernel.save(recording, target);
    } catch (IOException e) {
      throw SpecException.at(target.toString(), e.toString(), "a file that can be written");
    }
    return target;
  }
}

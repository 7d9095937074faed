package trn2sim.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.MeasuredRun;
import trn2sim.traces.export.ProfileJson;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.replay.ProfileRun;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;
import trn2sim.viz.chart.Charts;

/** Shows a measured profile as if it were a run. */
@Command(
    name = "profile",
    description = {
      "Read a profile of the Neuron profiler (JSON) and show where its time went.",
      "It gets the same report, charts and trace as a run."
    },
    mixinStandardHelpOptions = true)
final class ProfileCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "What neuron-profile view --output-format json wrote; may be gzipped.")
  private Path file = Path.of("");

  @Mixin private DeviceOption device;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to write; default out/NAME, after the file.")
  private Optional<Path> directory = Optional.empty();

  @Mixin private OutputOptions output;

  private final Terminal terminal;

  ProfileCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    String name = Scenario.directory(ProfileRun.name(file.toString()));
    Path target = directory.orElse(Path.of("out", name));
    boolean writes = !output.json() || directory.isPresent();
    if (writes) {
      OutputDirectory.check("--out", target);
      Charts.prepare();
    }
    RunResult run = ProfileSource.run(file, device.name(), terminal);
    MeasuredRun profile = run.outcome().machine().measured().orElseThrow();
    Findings findings = Findings.of(run);
    JsonObject document = ResultJson.of(findings).put("profile", ProfileJson.of(profile));
    if (writes) {
      if (!output.json()) {
        terminal.print(new ProfileSummary(terminal).of(findings, profile));
      }
      RunOutputs.Choices choices = output.choices(false, false);
      RunOutputs.Figures figures = new RunOutputs.Figures(findings, document);
      OutputDirectory.write(target, new RunOutputs(run, () -> figures, terminal, choices));
    }
    terminal.print(
        output.json()
            ? Json.pretty(document)
            : "  files      " + target.resolve("report.html") + " and more beside it\n");
    return 0;
  }
}

package trn2sim.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trn2sim.core.cancel.Joined;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.sim.RunPart;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.SideRuns;
import trn2sim.traces.replay.ProfileKernel;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.search.OtherPath;
import trn2sim.viz.chart.Charts;

/** Runs scenarios and shows where their time went. */
@Command(
    name = "run",
    description = "Run scenarios: a summary on stdout, results, trace and charts in files.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @Mixin private ScenarioArguments arguments;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where to write; default out/NAME, with the values of --set behind it. With several"
              + " scenarios, DIR/NAME.")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "timing, functional or both; overrides the file.")
  private Optional<String> mode = Optional.empty();

  @Option(
      names = "--range",
      description =
          "Also say between which times the answer may lie, and why: instruction order, open"
              + " engines, DMA descriptors, uncertain parameters. Takes up to 25 times as many"
              + " simulations.")
  private boolean range;

  @Mixin private OutputOptions output;

  @Option(names = "--gzip", description = "Write trace.json.gz instead of trace.json.")
  private boolean gzip;

  @Option(
      names = "--profile",
      description = "Also write profile.json, the run in the format of the Neuron profiler's JSON.")
  private boolean profile;

  @Option(
      names = "--timings",
      description = "Also say on stderr how long the parts of the run took by the clock.")
  private boolean timings;

  private final Terminal terminal;

  RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<Scenario> scenarios = arguments.load(mode, new Rehearsal()::begin);
    requireDistinctNames(scenarios);
    if (profile) {
      scenarios.forEach(RunCommand::requireNeuronCores);
    }
    boolean writes = !output.json() || directory.isPresent();
    if (writes) {
      String place = directory.isPresent() ? "--out" : "name";
      scenarios.forEach(s -> OutputDirectory.check(place, target(s, scenarios.size())));
      Charts.prepare();
    }
    List<JsonObject> documents = new ArrayList<>();
    int status = 0;
    for (Scenario scenario : scenarios) {
      Optional<Path> target =
          writes ? Optional.of(target(scenario, scenarios.size())) : Optional.empty();
      try {
        boolean passed = run(scenario, target, documents).passed();
        status = Math.max(status, passed ? 0 : Failure.FAILED);
      } catch (RunFailure | NkiException | SpecException e) {
        if (scenarios.size() == 1) {
          throw e;
        }
        Failure failure = Failure.of(e);
        status = Math.max(status, failure.status());
        terminal.say(failure.message());
        documents.add(ResultJson.notRun(scenario, failure.message()));
      }
    }
    if (output.json()) {
      boolean one = scenarios.size() == 1;
      terminal.print(one ? Json.pretty(documents.get(0)) : Json.pretty(documents));
    }
    return status;
  }

  /**
   * Runs one of the scenarios.
   *
   * @param target where files go, if any are written
   */
  private RunResult run(Scenario scenario, Optional<Path> target, List<JsonObject> documents) {
    CompletableFuture<Optional<OtherPath>> otherPath =
        CompletableFuture.supplyAsync(() -> OtherPath.of(scenario));
    PartTimes times = new PartTimes();
    RunResult result = ScenarioExecution.run(scenario, terminal, times);
    Optional<Range> found =
        range ? Optional.of(ScenarioExecution.range(result, terminal)) : Optional.empty();
    Supplier<RunOutputs.Figures> figures =
        () -> {
          Findings findings = findings(result, otherPath, found);
          return new RunOutputs.Figures(findings, ResultJson.of(findings));
        };
    times.begin(target.isPresent() ? RunPart.FILES : RunPart.FIGURES);
    target.ifPresentOrElse(
        files -> write(result, figures, documents, files),
        () -> documents.add(figures.get().document()));
    times.end();
    if (timings) {
      terminal.err().println(scenario.name() + ": " + times.text());
    }
    return result;
  }

  /** Further simulations run while the figures of this one are worked out. */
  private Findings findings(
      RunResult result, CompletableFuture<Optional<OtherPath>> otherPath, Optional<Range> found) {
    try (Progress progress = Progress.start(terminal, "figures")) {
      CompletableFuture<SideRuns> others =
          otherPath.thenApplyAsync(path -> SideRuns.of(result, path));
      Findings findings = Findings.of(result, SideRuns.NONE, found).with(Joined.of(others));
      progress.end();
      return findings;
    }
  }

  /** The summary first: files may take longer than the run. */
  private void write(
      RunResult result,
      Supplier<RunOutputs.Figures> figures,
      List<JsonObject> documents,
      Path target) {
    Supplier<RunOutputs.Figures> told =
        () -> {
          RunOutputs.Figures all = figures.get();
          documents.add(all.document());
          if (!output.json()) {
            terminal.print(new RunSummary(terminal, arguments.settings()).of(all.findings()));
          }
          return all;
        };
    RunOutputs.Choices choices = output.choices(gzip, profile);
    OutputDirectory.write(target, new RunOutputs(result, told, terminal, choices));
    if (!output.json()) {
      String files = "  files      " + target.resolve("report.html") + " and more beside it";
      terminal.print(Wrapped.text(files, 2, terminal.columns()));
    }
  }

  private Path target(Scenario scenario, int count) {
    if (directory.isPresent()) {
      return count == 1 ? directory.get() : directory.get().resolve(arguments.directory(scenario));
    }
    return Path.of("out", arguments.directory(scenario));
  }

  private static void requireNeuronCores(Scenario scenario) {
    if (!scenario.kernel().deviceKind().equals(ProfileKernel.DEVICE_KIND)) {
      throw SpecException.at(
          scenario.origin().file() + " --profile",
          scenario.kernel().name() + ", a kernel for " + scenario.kernel().deviceKind(),
          "a kernel of NeuronCores, which the format is for");
    }
  }

  private static void requireDistinctNames(List<Scenario> scenarios) {
    for (int i = 0; i < scenarios.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (scenarios.get(i).directory().equals(scenarios.get(j).directory())) {
          throw SpecException.at(
              scenarios.get(i).origin().file() + " name",
              "\"" + scenarios.get(i).name() + "\" again",
              "another name than in " + scenarios.get(j).origin().file());
        }
      }
    }
  }
}

package trn2sim.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.json.Json;
import trn2sim.core.unit.Text;
import trn2sim.traces.compare.InputDifference;
import trn2sim.traces.compare.RunComparison;
import trn2sim.traces.export.ScenarioText;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.viz.chart.ChartFiles;
import trn2sim.viz.chart.Charts;
import trn2sim.viz.report.ComparePage;

/** Sets two scenarios, or a profile and what is compared with it, side by side. */
@Command(
    name = "compare",
    description = {
      "Run two scenarios and show where they differ, with aligned timelines.",
      "Either may be a profile of the Neuron profiler (FILE.json), which is compared instruction"
          + " by instruction."
    },
    mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
  private static final double NOTABLE_PERCENT = 0.05;
  private static final int LABEL = 8;
  private static final int INDENT = 2;

  @Parameters(index = "0", paramLabel = "A", description = "A scenario file, or a profile.")
  private Path first = Path.of("");

  @Parameters(index = "1", paramLabel = "B", description = "Another one.")
  private Path second = Path.of("");

  @Mixin private DeviceOption device;

  @Mixin private Recording recording;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replace a value of both, or of the one that is no profile.")
  private List<String> assignments = List.of();

  @Option(
      names = "--set-b",
      paramLabel = "KEY=VALUE",
      description = "Replace a value of the second only; A and B may be the same file.")
  private List<String> secondOnly = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where to write compare.html, compare.json and compare.png; default out/A-vs-B.")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--json",
      description = "Print one JSON document and nothing else; writes files only with --out.")
  private boolean json;

  private final Terminal terminal;

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<Assignment> both = assignments.stream().map(Assignment::parse).toList();
    boolean onlyOne = ComparedFile.isProfile(first) != ComparedFile.isProfile(second);
    List<Assignment> more =
        new ArrayList<>(onlyOne && ComparedFile.isProfile(second) ? List.of() : both);
    secondOnly.forEach(text -> more.add(Assignment.parse(text)));
    ScenarioLoader loader = recording.loader();
    ComparedFile a =
        new ComparedFile(
            first, onlyOne && ComparedFile.isProfile(first) ? List.of() : both, loader);
    ComparedFile b = new ComparedFile(second, more, loader);
    List<String> set = new ArrayList<>(assignments);
    set.addAll(secondOnly);
    String name = OutputName.of(a.directory() + "-vs-" + b.directory(), set);
    Path target = directory.orElse(Path.of("out", name));
    boolean writes = !json || directory.isPresent();
    if (writes) {
      OutputDirectory.check("--out", target);
    }
    String measuredOn = device.name();
    RunResult runA = a.run(measuredOn, terminal);
    RunResult runB = b.run(measuredOn, terminal);
    RunComparison comparison = RunComparison.of(Findings.of(runA), Findings.of(runB));
    if (writes) {
      OutputDirectory.write(target, scratch -> write(comparison, scratch));
    }
    terminal.print(json ? Json.pretty(comparison.json()) : text(comparison, target));
    return runA.passed() && runB.passed() ? 0 : 1;
  }

  private static void write(RunComparison comparison, Path scratch) throws IOException {
    Files.writeString(scratch.resolve("compare.json"), Json.pretty(comparison.json()));
    Charts.ofComparison(comparison, new ChartFiles(scratch, false));
    ComparePage.write(comparison, scratch.resolve("compare.html"));
  }

  private String text(RunComparison comparison, Path target) {
    StringBuilder out = new StringBuilder();
    out.append(inputs(comparison)).append('\n');
    Wrapped.text(comparison.finding(), INDENT, terminal.columns())
        .lines()
        .forEach(line -> out.append(terminal.bold(line)).append('\n'));
    out.append('\n');
    comparison
        .instructions()
        .ifPresent(all -> out.append(new InstructionText(terminal).of(all)).append('\n'));
    out.append(figures(comparison));
    comparison.notes().stream()
        .map(note -> Wrapped.text("note    " + note, LABEL, terminal.columns()))
        .forEach(out::append);
    return out.append("files   ").append(target).append('\n').toString();
  }

  private String figures(RunComparison comparison) {
    String a = "A " + comparison.a().run().scenario().name();
    String b = "B " + comparison.b().run().scenario().name();
    String group = "";
    TextTable table = new TextTable("", a, b, "B - A", "B against A");
    for (RunComparison.Line line : comparison.lines()) {
      boolean differs = line.percent().map(Math::abs).orElse(100.0) >= NOTABLE_PERCENT;
      if (!differs) {
        continue;
      }
      if (!line.group().equals(group)) {
        group = line.group();
        table.row(group + ":", "", "", "", "");
      }
      table.row(
          "  " + line.name(),
          number(line.a()),
          number(line.b()),
          number(line.a().flatMap(x -> line.b().map(y -> y - x))),
          line.against());
    }
    return group.isEmpty()
        ? "No figure differs.\n"
        : table.render(terminal) + "\nEqual figures are left out.\n";
  }

  private String inputs(RunComparison comparison) {
    if (comparison.instructions().isPresent()) {
      return source("A", comparison.a()) + source("B", comparison.b());
    }
    if (comparison.inputs().isEmpty()) {
      return "Both have the same input.\n";
    }
    TextTable table = new TextTable("input", "A", "B");
    for (InputDifference input : comparison.inputs()) {
      table.row(input.key(), input.a().orElse("none"), input.b().orElse("none"));
    }
    return table.render(terminal);
  }

  private static String source(String side, Findings findings) {
    Scenario scenario = findings.run().scenario();
    return side + " " + scenario.origin().file() + ": " + ScenarioText.of(scenario) + "\n";
  }

  private static String number(Optional<Double> value) {
    return value.map(Text::number).orElse("");
  }
}

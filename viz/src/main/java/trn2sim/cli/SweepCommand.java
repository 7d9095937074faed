package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.json.Json;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.sweep.SweepFile;
import trn2sim.traces.sweep.SweepRun;
import trn2sim.traces.sweep.SweepTable;
import trn2sim.viz.chart.ChartFiles;
import trn2sim.viz.chart.Charts;

/** Runs a scenario for every combination of some values. */
@Command(
    name = "sweep",
    description = {
      "Run a scenario over its axes: one CSV row per point, and charts.",
      "A sweep that was interrupted goes on where it stopped."
    },
    mixinStandardHelpOptions = true)
final class SweepCommand implements Callable<Integer> {
  static final String JOURNAL = "points.jsonl";

  @Parameters(paramLabel = "FILE", description = "A scenario with axes (YAML).")
  private Path file = Path.of("");

  @Option(names = "--out", paramLabel = "DIR", description = "Where to write; default out/NAME.")
  private Optional<Path> directory = Optional.empty();

  @Mixin private Jobs jobs;

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Replace a value of the file.")
  private List<String> assignments = List.of();

  @Option(names = "--fresh", description = "Run every point again.")
  private boolean fresh;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  SweepCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    SweepFile sweep = SweepFile.read(file, assignments.stream().map(Assignment::parse).toList());
    int threads = jobs.count();
    Path target = directory.orElse(Path.of("out", sweep.directory()));
    OutputDirectory.check("--out", target);
    SweepTable table = run(sweep, target, threads);
    OutputDirectory.write(target, scratch -> write(table, scratch));
    terminal.print(json ? Json.pretty(table.json()) : new SweepSummary(terminal).of(table, target));
    return table.failed() == table.rows().size() ? 1 : 0;
  }

  private SweepTable run(SweepFile sweep, Path target, int threads) {
    ScenarioLoader loader = new ScenarioLoader(Kernels.ALL);
    ScenarioRunner runner = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);
    try (Progress progress = Progress.start(terminal, "points", sweep.size())) {
      SweepTable table =
          new SweepRun(sweep, loader, runner, threads, progress::step)
              .run(target.resolve(JOURNAL), fresh);
      progress.end();
      return table;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + target + ": " + e.getMessage(), e);
    }
  }

  private static void write(SweepTable table, Path scratch) throws IOException {
    Files.writeString(scratch.resolve("sweep.csv"), table.csv());
    Charts.ofSweep(table, new ChartFiles(scratch, false));
  }
}

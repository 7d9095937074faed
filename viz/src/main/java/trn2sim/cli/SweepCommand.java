package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.SpecException;
import trn2sim.core.sim.EventListKind;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.sweep.LocalPool;
import trn2sim.traces.sweep.PointExecutor;
import trn2sim.traces.sweep.PointRunner;
import trn2sim.traces.sweep.PointSelection;
import trn2sim.traces.sweep.SweepFile;
import trn2sim.traces.sweep.SweepIdentity;
import trn2sim.traces.sweep.SweepJournal;
import trn2sim.traces.sweep.SweepMerge;
import trn2sim.traces.sweep.SweepRun;
import trn2sim.traces.sweep.SweepTable;

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

  @Mixin private Recording recording;

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Replace a value of the file.")
  private List<String> assignments = List.of();

  @Option(
      names = "--points",
      paramLabel = "A-B",
      description = "Run only these points, counted from 0.")
  private Optional<String> points = Optional.empty();

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = "Run only the I-th of N equal shares, I from 1.")
  private Optional<String> shard = Optional.empty();

  @Option(
      names = "--merge",
      paramLabel = "DIR",
      arity = "1..*",
      description = "Run nothing; put together what parts of the sweep have written.")
  private List<Path> parts = List.of();

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
    PointSelection selection = selection(sweep);
    Path target = directory.orElse(Path.of("out", sweep.directory()).resolve(selection.label()));
    OutputDirectory.check("--out", target);
    SweepMerge.require(journals());
    try {
      return run(sweep, selection, target, threads);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + target + ": " + e.getMessage(), e);
    }
  }

  private int run(SweepFile sweep, PointSelection selection, Path target, int threads)
      throws IOException {
    ScenarioLoader loader = recording.loader();
    SweepIdentity identity = SweepIdentity.of(sweep, loader);
    SweepJournal.Rows rows = fresh ? SweepJournal.Rows.FORGOTTEN : sweep.rows();
    try (SweepJournal journal = SweepJournal.open(target.resolve(JOURNAL), identity, rows)) {
      if (!parts.isEmpty()) {
        SweepMerge.into(journal, identity, journals());
      }
      SweepTable table =
          run(
              new SweepRun(sweep, journal, selection),
              pool(sweep, loader, journal, threads),
              selection);
      return new SweepOutputs(terminal, json).finish(table, selection.label().isEmpty(), target);
    }
  }

  private List<Path> journals() {
    return parts.stream().map(part -> part.resolve(JOURNAL)).toList();
  }

  private PointSelection selection(SweepFile sweep) {
    if (points.isPresent() && shard.isPresent()) {
      throw SpecException.at("--shard", "--points too", "one of the two");
    }
    if (!parts.isEmpty() && (points.isPresent() || shard.isPresent())) {
      throw SpecException.at("--merge", "only some of the points", "all of them");
    }
    return points
        .map(text -> PointSelection.points(sweep, text))
        .or(() -> shard.map(text -> PointSelection.shard(sweep, text)))
        .orElseGet(() -> PointSelection.all(sweep));
  }

  private PointExecutor pool(
      SweepFile sweep, ScenarioLoader loader, SweepJournal journal, int threads) {
    ScenarioRunner runner = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);
    PointRunner points = new PointRunner(sweep, loader, runner, journal::sameAs);
    return new LocalPool(points, threads);
  }

  private SweepTable run(SweepRun run, PointExecutor executor, PointSelection selection)
      throws IOException {
    try (Progress progress = Progress.start(terminal, "points", selection.size())) {
      return run.run(executor, progress::step);
    }
  }
}

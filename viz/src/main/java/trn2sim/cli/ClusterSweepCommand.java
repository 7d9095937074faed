package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.SpecException;
import trn2sim.core.unit.Quote;
import trn2sim.kernels.Kernels;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.sweep.PointExecutor;
import trn2sim.traces.sweep.PointSelection;
import trn2sim.traces.sweep.SweepFile;
import trn2sim.traces.sweep.SweepIdentity;
import trn2sim.traces.sweep.SweepJournal;
import trn2sim.traces.sweep.SweepRun;

/** A sweep whose points run on a cluster; journal, table and charts are those of a local one. */
@Command(
    name = "cluster-sweep",
    description = {
      "Run the points of a sweep on a Spark cluster: the same files as sweep.",
      "Needs the jar that mvn -q -B -Pcluster -DskipTests package makes."
    },
    mixinStandardHelpOptions = true)
final class ClusterSweepCommand implements Callable<Integer> {
  private static final Pattern MASTER = Pattern.compile("local(\\[.+\\])?|yarn|(spark|k8s)://.+");
  private static final int MOST = 100_000;

  private static final PointExecutor NOTHING_LEFT =
      (points, sink) -> {
        if (points.hasNext()) {
          throw new IOException("the cluster left out point " + points.nextInt());
        }
      };

  @Parameters(paramLabel = "FILE", description = "A scenario with axes (YAML).")
  private Path file = Path.of("");

  @Option(
      names = "--master",
      paramLabel = "URL",
      required = true,
      description = "The cluster, such as spark://HOST:7077; local[2] for threads of this process.")
  private String master = "";

  @Option(names = "--out", paramLabel = "DIR", description = "Where to write; default out/NAME.")
  private Optional<Path> directory = Optional.empty();

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Replace a value of the file.")
  private List<String> assignments = List.of();

  @Option(
      names = "--executors",
      paramLabel = "N",
      description = "Wait for so many executors before the first point; default 1.")
  private Optional<Integer> executors = Optional.empty();

  @Option(
      names = "--wait",
      paramLabel = "S",
      description = "For at most so many seconds; default 60.")
  private Optional<Integer> patience = Optional.empty();

  @Option(names = "--conf", paramLabel = "KEY=VALUE", description = "A setting of Spark.")
  private List<String> settings = List.of();

  @Option(names = "--fresh", description = "Run every point again.")
  private boolean fresh;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  ClusterSweepCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    SweepFile sweep = SweepFile.read(file, assignments.stream().map(Assignment::parse).toList());
    Path target = directory.orElse(Path.of("out", sweep.directory()));
    OutputDirectory.check("--out", target);
    checkOptions();
    ClusterJar jar = ClusterJar.find();
    try {
      try (Progress progress = Progress.start(terminal, "points", sweep.size())) {
        jar.run(arguments(target), progress::step, this::say);
      }
      return finish(sweep, target);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private void checkOptions() {
    if (!MASTER.matcher(master).matches()) {
      throw SpecException.at("--master", Quote.of(master), "spark://HOST:PORT, yarn or k8s://URL");
    }
    for (String setting : settings) {
      if (!setting.matches("spark\\.[^=]+=.*")) {
        throw SpecException.at("--conf", Quote.of(setting), "spark.KEY=VALUE");
      }
    }
    checkCount("--executors", executors);
    checkCount("--wait", patience);
  }

  private static void checkCount(String option, Optional<Integer> count) {
    if (count.isPresent() && (count.get() < 1 || count.get() > MOST)) {
      throw SpecException.at(option, count.get().toString(), "1 to " + MOST);
    }
  }

  private List<String> arguments(Path target) {
    List<String> arguments = new ArrayList<>();
    arguments.add(file.toString());
    add(arguments, "--out", target.toString());
    add(arguments, "--master", master);
    assignments.forEach(change -> add(arguments, "--set", change));
    settings.forEach(setting -> add(arguments, "--conf", setting));
    executors.ifPresent(count -> add(arguments, "--executors", count.toString()));
    patience.ifPresent(seconds -> add(arguments, "--wait", seconds.toString()));
    if (fresh) {
      arguments.add("--fresh");
    }
    return arguments;
  }

  private static void add(List<String> arguments, String option, String value) {
    arguments.add(option);
    arguments.add(value);
  }

  private void say(String line) {
    terminal.err().println("trn2sim: " + line);
  }

  /** All points are in the journal: whatever their kernels are, they were compared on the way. */
  private int finish(SweepFile sweep, Path target) throws IOException {
    SweepIdentity identity = SweepIdentity.of(sweep, new ScenarioLoader(Kernels.ALL));
    Path path = target.resolve(SweepCommand.JOURNAL);
    try (SweepJournal journal = SweepJournal.open(path, identity, SweepJournal.Rows.NUMBERED)) {
      SweepRun run = new SweepRun(sweep, journal, PointSelection.all(sweep));
      return new SweepOutputs(terminal, json).finish(run.run(NOTHING_LEFT, () -> {}), true, target);
    }
  }
}

package trn2sim.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.LocalFiles;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.sweep.PointExecutor;
import trn2sim.traces.sweep.PointRunner;
import trn2sim.traces.sweep.PointSelection;
import trn2sim.traces.sweep.SweepFile;
import trn2sim.traces.sweep.SweepIdentity;
import trn2sim.traces.sweep.SweepJournal;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepRun;
import trn2sim.traces.sweep.SweepTable;

/**
 * A sweep whose points run on a Spark cluster, while its journal stays on this side. The command
 * line calls {@link #run(List, Runnable, Consumer)} across class loaders, so that only types of the
 * JDK cross.
 */
public final class ClusterSweep {
  /** The journal's file name, the same as that of a local sweep. */
  static final String JOURNAL = "points.jsonl";

  /** What is done with all rows, as long as the journal is open. */
  interface Finish {
    void accept(SweepTable table) throws IOException;
  }

  private final Options options;
  private final Runnable step;
  private final Consumer<String> say;

  ClusterSweep(Options options, Runnable step, Consumer<String> say) {
    this.options = options;
    this.step = step;
    this.say = say;
  }

  /**
   * Runs all points that the journal does not have.
   *
   * @param arguments FILE, {@code --out} and others, see {@link Options}
   * @param step told of each point that is finished
   * @param say told what a user should know meanwhile
   */
  public static void run(List<String> arguments, Runnable step, Consumer<String> say)
      throws IOException {
    new ClusterSweep(Options.parse(arguments), step, say).run(table -> {});
  }

  void run(Finish finish) throws IOException {
    List<Assignment> changes = options.changes().stream().map(Assignment::parse).toList();
    SweepFile sweep = SweepFile.read(options.file(), changes);
    Packing packing = new Packing(new LocalFiles(LocalFiles.RECORD_SECONDS));
    ScenarioLoader loader = new ScenarioLoader(Kernels.ALL, packing);
    SweepIdentity identity = SweepIdentity.of(sweep, loader);
    SweepJournal.Rows rows = options.fresh() ? SweepJournal.Rows.FORGOTTEN : sweep.rows();
    Path path = options.out().resolve(JOURNAL);
    try (SweepJournal journal = SweepJournal.open(path, identity, rows)) {
      PointRunner runner =
          new PointRunner(
              sweep, loader, new ScenarioRunner(EventListKind.SPLAY_TREE, 1), journal::sameAs);
      PointExecutor executor =
          (points, sink) -> {
            boolean visits = sweep.rows() == SweepJournal.Rows.COMPARED || journal.remembers();
            elsewhere(visits ? unknown(points, runner, sink) : points, packing, sink);
          };
      SweepTable table =
          new SweepRun(sweep, journal, PointSelection.all(sweep)).run(executor, step);
      ParquetTable.write(table, options.out());
      finish.accept(table);
    }
  }

  /** Takes what earlier sweeps have run, and records the kernels of the rest on the way. */
  private static PrimitiveIterator.OfInt unknown(
      PrimitiveIterator.OfInt points, PointRunner runner, PointExecutor.Sink sink)
      throws IOException {
    IntStream.Builder rest = IntStream.builder();
    while (points.hasNext()) {
      int point = points.nextInt();
      Optional<SweepRow> known = runner.known(point);
      if (known.isPresent()) {
        sink.add(known.get());
      } else {
        rest.add(point);
      }
    }
    return rest.build().iterator();
  }

  private void elsewhere(PrimitiveIterator.OfInt points, Packing packing, PointExecutor.Sink sink)
      throws IOException {
    if (!points.hasNext()) {
      return;
    }
    Luggage luggage = packing.closed(options.file(), options.changes());
    SparkConf conf = new Settings(options).conf();
    if (conf.contains("spark.master")) {
      Executors.requireMaster(conf.get("spark.master"));
    }
    Executors executors = new Executors(say);
    SparkContext context = new SparkContext(conf);
    try {
      context.addSparkListener(executors);
      executors.await(context, options.executors(), options.patience());
      new SparkPoints(context, luggage, executors).run(points, sink);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (CancellationException) new CancellationException("interrupted").initCause(e);
    } finally {
      executors.ending();
      context.stop();
    }
    say.accept(executors.summary());
  }
}

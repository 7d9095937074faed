package trn2sim.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.broadcast.Broadcast;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.sweep.PointRunner;
import trn2sim.traces.sweep.SweepFile;
import trn2sim.traces.sweep.SweepRow;

/** Works out points in this process, on any thread, from luggage that is unpacked once. */
final class Workplace {
  private static final Map<Long, Workplace> OPEN = new ConcurrentHashMap<>();

  private final Unpacking files;
  private final PointRunner runner;

  Workplace(Luggage luggage) {
    try {
      this.files = new Unpacking(luggage);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack the files of a sweep: " + e, e);
    }
    SweepFile sweep =
        SweepFile.of(
            Path.of(luggage.file()),
            luggage.text(),
            luggage.changes().stream().map(Assignment::parse).toList());
    this.runner =
        new PointRunner(
            sweep,
            new ScenarioLoader(Kernels.ALL, files),
            new ScenarioRunner(EventListKind.SPLAY_TREE, 1),
            key -> Optional.empty());
  }

  /** The one of a sweep, of which a process may see several. */
  static Workplace of(Broadcast<Luggage> luggage) {
    return OPEN.computeIfAbsent(luggage.id(), id -> new Workplace(luggage.value()));
  }

  SweepRow row(int point) {
    SweepRow row = runner.row(point);
    return row.failed() ? row.withError(files.inCallersWords(row.error())) : row;
  }
}

package trn2sim.traces.sweep;

import java.io.IOException;
import java.util.AbstractList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.RandomAccess;

/** Runs points of a sweep; what a journal already has is not run again. */
public final class SweepRun {
  /** Tables up to this size are held in memory; larger ones are read from the journal. */
  static final int MOST_IN_MEMORY = 50_000;

  private final SweepFile sweep;
  private final SweepJournal journal;
  private final PointSelection selection;

  public SweepRun(SweepFile sweep, SweepJournal journal, PointSelection selection) {
    this.sweep = sweep;
    this.journal = journal;
    this.selection = selection;
  }

  /**
   * All rows in the order of the points, wherever they ran; usable until the journal is closed.
   *
   * @param whenOneIsDone told of progress, from any thread
   */
  public SweepTable run(PointExecutor executor, Runnable whenOneIsDone) throws IOException {
    PrimitiveIterator.OfInt missing =
        selection
            .points()
            .peek(
                point -> {
                  if (journal.has(point)) {
                    whenOneIsDone.run();
                  }
                })
            .filter(point -> !journal.has(point))
            .iterator();
    executor.run(
        missing,
        row -> {
          journal.add(row);
          whenOneIsDone.run();
        });
    List<SweepRow> rows = new JournalRows();
    return new SweepTable(
        sweep.name(),
        sweep.axes().stream().map(Axis::key).toList(),
        new SweepFigures(sweep).names(),
        selection.size() <= MOST_IN_MEMORY ? List.copyOf(rows) : rows);
  }

  /** The rows where they are: each is read when it is asked for. */
  private final class JournalRows extends AbstractList<SweepRow> implements RandomAccess {
    @Override
    public SweepRow get(int position) {
      return journal.read(selection.point(position));
    }

    @Override
    public int size() {
      return selection.size();
    }
  }
}

package trn2sim.cluster;

import java.io.Serializable;
import java.time.Duration;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;
import trn2sim.traces.sweep.SweepRow;

/** Works out the points of a block, on an executor. */
final class BlockTask extends AbstractFunction2<TaskContext, Iterator<int[]>, BlockTask.Rows>
    implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * What comes back.
   *
   * @param executor which worked them out
   * @param began the processor time that its process had used before
   * @param ended the same afterwards
   */
  record Rows(SweepRow[] rows, String executor, Duration began, Duration ended)
      implements Serializable {}

  private final Broadcast<Luggage> luggage;

  BlockTask(Broadcast<Luggage> luggage) {
    this.luggage = luggage;
  }

  @Override
  public Rows apply(TaskContext context, Iterator<int[]> blocks) {
    Duration began = processorTime();
    Workplace workplace = Workplace.of(luggage);
    int[] points = blocks.next();
    SweepRow[] rows = new SweepRow[points.length];
    for (int i = 0; i < points.length; i++) {
      rows[i] = workplace.row(points[i]);
    }
    return new Rows(rows, SparkEnv.get().executorId(), began, processorTime());
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}

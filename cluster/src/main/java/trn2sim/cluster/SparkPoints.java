package trn2sim.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import trn2sim.traces.sweep.PointExecutor;
import trn2sim.traces.sweep.SweepRow;

/**
 * Runs points on the executors of a Spark cluster, in blocks. Rows are taken as soon as a block is
 * complete; a block whose executor dies is run again on another one.
 */
final class SparkPoints implements PointExecutor {
  /** Enough blocks to keep all cores busy to the end. */
  private static final int BLOCKS_PER_CORE = 32;

  private static final int LARGEST_BLOCK = 256;

  private final SparkContext context;
  private final Luggage luggage;
  private final Executors executors;

  SparkPoints(SparkContext context, Luggage luggage, Executors executors) {
    this.context = context;
    this.luggage = luggage;
    this.executors = executors;
  }

  @Override
  public void run(PrimitiveIterator.OfInt points, Sink sink) throws IOException {
    List<int[]> blocks = blocks(points, context.defaultParallelism());
    if (blocks.isEmpty()) {
      return;
    }
    JavaSparkContext spark = new JavaSparkContext(context);
    RDD<int[]> rdd = spark.parallelize(blocks, blocks.size()).rdd();
    Broadcast<Luggage> everywhere = spark.broadcast(luggage);
    List<Object> numbers = IntStream.range(0, blocks.size()).<Object>mapToObj(i -> i).toList();
    try {
      context.runJob(
          rdd,
          new BlockTask(everywhere),
          CollectionConverters.asScala(numbers).toSeq(),
          new Taking(sink),
          ClassTag.apply(BlockTask.Rows.class));
    } catch (Exception e) { // Scala does not declare what it throws
      throw reason(e);
    }
  }

  static List<int[]> blocks(PrimitiveIterator.OfInt points, int cores) {
    int[] all = new int[0];
    int count = 0;
    while (points.hasNext()) {
      if (count == all.length) {
        all = Arrays.copyOf(all, Math.max(1024, 2 * count));
      }
      all[count++] = points.nextInt();
    }
    int wanted = Math.max(1, cores) * BLOCKS_PER_CORE;
    int size = Math.min(LARGEST_BLOCK, Math.max(1, (count + wanted - 1) / wanted));
    List<int[]> blocks = new ArrayList<>();
    for (int from = 0; from < count; from += size) {
      blocks.add(Arrays.copyOfRange(all, from, Math.min(count, from + size)));
    }
    return blocks;
  }

  /** Takes the rows of complete blocks, on the caller's side. */
  private final class Taking extends AbstractFunction2<Object, BlockTask.Rows, BoxedUnit> {
    private final Sink sink;

    Taking(Sink sink) {
      this.sink = sink;
    }

    @Override
    public BoxedUnit apply(Object block, BlockTask.Rows rows) {
      executors.finished(rows);
      try {
        for (SweepRow row : rows.rows()) {
          sink.add(row);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return BoxedUnit.UNIT;
    }
  }

  /** What lies behind a job that Spark gave up, in one line. */
  private static IOException reason(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UncheckedIOException io) {
        return io.getCause();
      }
    }
    if (e instanceof SparkException) {
      String message = String.valueOf(e.getMessage()).strip();
      return new IOException("the cluster gave up: " + message.lines().findFirst().orElse(""), e);
    }
    return new IOException("the cluster failed: " + e, e);
  }
}

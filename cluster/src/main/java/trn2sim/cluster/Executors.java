package trn2sim.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import trn2sim.core.unit.Text;

/** Keeps count of the processes that do the work: who came, who went, what they used. */
final class Executors extends SparkListener {
  private static final Pattern STANDALONE = Pattern.compile("spark://([^:/,]+):([0-9]+)");
  private static final int CONNECT_MILLIS = 5000;
  private static final int POLL_MILLIS = 100;
  private static final int FIRST = 60;

  /** From the beginning of an executor's first block to the end of its last one. */
  private record Used(Duration from, Duration to) {
    Used and(Used other) {
      return new Used(
          from.compareTo(other.from) <= 0 ? from : other.from,
          to.compareTo(other.to) >= 0 ? to : other.to);
    }
  }

  private final Consumer<String> say;
  private final Map<String, Used> used = new HashMap<>();
  private int points;
  private int blocks;
  private int started;
  private boolean ending;

  Executors(Consumer<String> say) {
    this.say = say;
  }

  /** Spark itself would try for a minute, and then say little. */
  static void requireMaster(String master) throws IOException {
    Matcher address = STANDALONE.matcher(master);
    if (!address.matches()) {
      return;
    }
    try (Socket socket = new Socket()) {
      int port = Integer.parseInt(address.group(2));
      socket.connect(new InetSocketAddress(address.group(1), port), CONNECT_MILLIS);
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(
          "--master: found nobody at " + master + " (" + e.getMessage() + "), expected a master",
          e);
    }
  }

  @Override
  public synchronized void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    if (!ending) {
      say.accept(
          "executor "
              + event.executorId()
              + " is lost ("
              + event.reason().strip().lines().findFirst().orElse("no reason")
              + "); others run its blocks again");
    }
  }

  /**
   * Waits for so many, and goes on with fewer if they do not come; for the first one it waits a
   * minute at least, for a JVM may take long to start.
   */
  void await(SparkContext context, int wanted, int seconds)
      throws IOException, InterruptedException {
    int here = count(context);
    long waited = 0;
    while (here < wanted && waited < 1000L * (here == 0 ? Math.max(seconds, FIRST) : seconds)) {
      Thread.sleep(POLL_MILLIS);
      waited += POLL_MILLIS;
      here = count(context);
    }
    if (here == 0) {
      throw new IOException(
          "no executor came within "
              + Math.max(seconds, FIRST)
              + " s; does the cluster have workers with free cores and memory?");
    }
    if (here < wanted) {
      say.accept(here + " of " + wanted + " executors came within " + seconds + " s; going on");
    }
  }

  /** The driver counts only where it does the work itself. */
  private static int count(SparkContext context) {
    int processes = context.statusTracker().getExecutorInfos().length;
    return context.isLocal() ? processes : processes - 1;
  }

  @Override
  public synchronized void onTaskStart(SparkListenerTaskStart event) {
    started++;
  }

  synchronized void finished(BlockTask.Rows block) {
    blocks++;
    points += block.rows().length;
    used.merge(block.executor(), new Used(block.began(), block.ended()), Used::and);
  }

  /** Who leaves from here on is not lost. */
  synchronized void ending() {
    ending = true;
  }

  /** What was done, and what it took. */
  synchronized String summary() {
    Duration sum =
        used.values().stream()
            .map(time -> time.to.minus(time.from))
            .reduce(Duration.ZERO, Duration::plus);
    return Text.format(
        "%d points in %d blocks, %d of them again; %.2f s of processor time on %d %s",
        points,
        blocks,
        started - blocks,
        sum.toMillis() / 1e3,
        used.size(),
        used.size() == 1 ? "executor" : "executors");
  }
}

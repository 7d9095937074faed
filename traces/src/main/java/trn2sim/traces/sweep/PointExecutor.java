package trn2sim.traces.sweep;

import java.io.IOException;
import java.util.PrimitiveIterator;

/**
 * Where points are run: on threads of this process, or elsewhere. Rows come back to the caller, who
 * keeps the journal, so that progress, resuming and tables are the same wherever points run.
 */
public interface PointExecutor {
  /** Takes the rows as they come, from any thread. */
  interface Sink {
    void add(SweepRow row) throws IOException;
  }

  /** Runs all points, each once, and ends when the last row was taken. */
  void run(PrimitiveIterator.OfInt points, Sink sink) throws IOException;
}

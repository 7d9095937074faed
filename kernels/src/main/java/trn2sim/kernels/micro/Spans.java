package trn2sim.kernels.micro;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import trn2sim.core.program.Process;

/** Medians over a run of equal instructions, in nanoseconds. */
final class Spans {
  private final Process process;
  private final int[] tasks;

  Spans(Process process, int[] tasks) {
    this.process = process;
    this.tasks = tasks;
  }

  /** Start to start of neighbours. */
  double issueNs() {
    return median(tasks.length - 1, i -> process.startPs(tasks[i + 1]) - process.startPs(tasks[i]));
  }

  /** Start to result. */
  double durationNs() {
    return median(tasks.length, i -> process.donePs(tasks[i]) - process.startPs(tasks[i]));
  }

  /** Result of one to start of the next. */
  double handoffNs() {
    return median(tasks.length - 1, i -> process.startPs(tasks[i + 1]) - process.donePs(tasks[i]));
  }

  private static double median(int count, IntToLongFunction value) {
    long[] values = new long[count];
    Arrays.setAll(values, value);
    Arrays.sort(values);
    return (values[(count - 1) / 2] + values[count / 2]) / 2.0 / 1000;
  }
}

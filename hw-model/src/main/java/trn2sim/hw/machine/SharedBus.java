package trn2sim.hw.machine;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Preparation;

/**
 * The way to SBUF that Vector and GpSimd share. Vector borrows it for its fast modes, and GpSimd,
 * which computes in SBUF and keeps the descriptors there that it makes, stands still meanwhile
 * (trainium2_arch: "hardware arbitrates"; how, it does not say).
 */
final class SharedBus {
  private record Loan(long startPs, long endPs) {}

  private final double stall;
  private final ArrayDeque<Loan> loans = new ArrayDeque<>();

  /** By task: how long GpSimd stood still before it. */
  private final Map<Integer, Long> delays = new HashMap<>();

  /** What loans took of uses that were placed before them: the next use makes up for it. */
  private long owedPs;

  private long usedUntilPs;

  /**
   * @param stall share of a loan for which GpSimd stands still
   */
  SharedBus(double stall) {
    this.stall = stall;
  }

  /** Vector has it for an instruction in a fast mode; loans come in the order of their start. */
  void borrow(long startPs, long endPs) {
    loans.add(new Loan(startPs, endPs));
    owedPs += lost(Math.max(0, Math.min(endPs, usedUntilPs) - startPs));
  }

  /** How much later GpSimd is through with a task that would start then and take so long. */
  long delay(int task, long startPs, long lengthPs, long nowPs) {
    while (!loans.isEmpty() && loans.peek().endPs <= nowPs) {
      loans.remove();
    }
    long end = startPs + lengthPs + owedPs;
    for (Loan loan : loans) {
      if (loan.startPs >= end) {
        break;
      }
      long from = Math.max(startPs, loan.startPs);
      end += lost(Math.max(0, Math.min(loan.endPs - from, (long) ((end - from) / (1 - stall)))));
    }
    owedPs = 0;
    usedUntilPs = Math.max(usedUntilPs, end);
    long delay = end - startPs - lengthPs;
    if (delay > 0) {
      delays.put(task, delay);
    }
    return delay;
  }

  private long lost(long ps) {
    return (long) (ps * stall);
  }

  /** Why GpSimd started a task late. */
  Optional<Preparation> of(int task) {
    return Optional.ofNullable(delays.get(task))
        .map(ps -> new Preparation(ps, "stands still for Vector's fast modes"));
  }
}

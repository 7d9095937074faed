package trn2sim.kernels.api;

import java.util.Locale;

/** One way to run a kernel's work, so that overlap can be told from its parts. */
public enum View {
  /** Communication and compute together: what the kernel is for. */
  TOTAL,
  /** Compute alone, its inputs already there. */
  COMPUTE_ONLY,
  /** Communication alone. */
  COMM_ONLY,
  /** Communication, and compute after it. */
  SEQUENTIAL;

  /** The spelling in results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

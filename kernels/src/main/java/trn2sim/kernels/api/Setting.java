package trn2sim.kernels.api;

/** A part of a scenario that only some machines have. */
public enum Setting {
  /** {@code ranks.lnc}: a rank may be several physical cores. */
  LOGICAL_CORES,
  /** {@code compiler}: the order of the source is not that of the engines. */
  COMPILER,
  /** {@code what_if}: stragglers, lost links, jitter. */
  WHAT_IF,
  /** {@code run.rounding}: results may be rounded stochastically; elsewhere sums stay fp32. */
  ROUNDING,
  /** {@code run.launch_cost}: the launch is no part of the time; elsewhere the host's part is. */
  LAUNCH_COST
}

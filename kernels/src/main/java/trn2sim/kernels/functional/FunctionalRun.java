package trn2sim.kernels.functional;

import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.kernels.api.Launch;

/** Computes what a run computes, in the order in which its instructions completed. */
public final class FunctionalRun implements Runner.Listener {
  private final Launch launch;
  private final DataKind data;
  private final long seed;
  private final int threads;

  public FunctionalRun(Launch launch, DataKind data, long seed, int threads) {
    this.launch = launch;
    this.data = data;
    this.seed = seed;
    this.threads = threads;
  }

  @Override
  public void settled(Process process, int task) {}

  /** Performs the arithmetic and compares every rank's output with the reference. */
  public List<RankVerdict> verify() {
    throw new UnsupportedOperationException(launch + " " + data + " " + seed + " " + threads);
  }
}

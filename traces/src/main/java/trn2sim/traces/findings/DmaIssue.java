package trn2sim.traces.findings;

import java.util.Optional;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.run.RunResult;

/** Engines that limit a kernel by the number of DMAs they issue, however small these are. */
final class DmaIssue {
  private DmaIssue() {}

  /** Whether a resource spends most of its part of the critical path issuing DMAs. */
  static boolean fills(RunResult run, CriticalPath path, CriticalPath.Share share) {
    Optional<Launch> launch = run.neuron().map(NeuronRun::launch);
    if (launch.isEmpty() || share.resource().startsWith(CriticalPath.DMA)) {
      return false;
    }
    long issuing =
        path.segments().stream()
            .filter(part -> part.task() >= 0 && part.resource().equals(share.resource()))
            .filter(part -> isDma(launch.get(), part))
            .mapToLong(part -> part.endPs() - part.startPs())
            .sum();
    return 2 * issuing > share.ps();
  }

  private static boolean isDma(Launch launch, CriticalPath.Segment part) {
    return launch.cores().get(part.process()).script().steps().get(part.task()).instruction()
        instanceof DmaCopy;
  }
}

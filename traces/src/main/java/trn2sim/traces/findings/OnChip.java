package trn2sim.traces.findings;

import java.util.List;
import java.util.Optional;
import trn2sim.core.check.SpaceLevels;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.unit.Text;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.hw.spec.NkiLimits;
import trn2sim.traces.analysis.FullPsum;
import trn2sim.traces.run.RunResult;

/**
 * How much of its memories on chip a core had in use at once, of all cores the one with most.
 *
 * @param psumBanks those that the kernel may use
 * @param fullPsumPs how long the busiest TensorE stood still for want of room in PSUM, although a
 *     later instruction had its operands
 */
public record OnChip(
    long sbufPeakBytes,
    long sbufCapacityBytes,
    long psumPeakBanks,
    long psumBanks,
    long fullPsumPs) {
  private static final double MIB = 1 << 20;

  /** Nothing on other machines than NeuronCores. */
  static Optional<OnChip> of(RunResult run) {
    return run.neuron().map(neuron -> of(run.processes(), FullPsum.idlePs(run)));
  }

  private static OnChip of(List<Process> cores, long fullPsumPs) {
    Program program = cores.get(0).program();
    return new OnChip(
        peak(cores, SpaceLedger.SBUF) * NkiLimits.PARTITIONS,
        program.spaces().get(SpaceLedger.SBUF).capacity() * NkiLimits.PARTITIONS,
        peak(cores, SpaceLedger.PSUM),
        program.spaces().get(SpaceLedger.PSUM).capacity(),
        fullPsumPs);
  }

  private static long peak(List<Process> cores, int space) {
    return cores.stream().mapToLong(core -> SpaceLevels.inUse(core, space).peak()).max().orElse(0);
  }

  /** As a summary has it. */
  public String text() {
    return Text.format(
        "%.1f of %.1f MiB of SBUF and %d of %d banks of PSUM in use at once",
        sbufPeakBytes / MIB, sbufCapacityBytes / MIB, psumPeakBanks, psumBanks);
  }
}

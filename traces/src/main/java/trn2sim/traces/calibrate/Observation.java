package trn2sim.traces.calibrate;

import java.util.Arrays;
import java.util.stream.LongStream;
import trn2sim.core.unit.Units;
import trn2sim.hw.cost.NeuronCoreCost;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.spec.NeuronSpec;
import trn2sim.hw.spec.TensorSpec;

/**
 * Equal instructions of a profile. Two of three times serve the fit, the third is left out of it.
 *
 * @param kind what they are, in words
 * @param instruction one like them
 * @param lnc cores of the rank that ran them
 * @param ps their times, in the order of the profile
 */
record Observation(String kind, Instruction instruction, TimedPart quantity, int lnc, long[] ps) {
  private static final int PARTS = 3;

  /** What the model says. */
  double predictedPs(NeuronSpec device) {
    Cost cost = instruction.cost(new NeuronCoreCost(device, lnc));
    return switch (quantity) {
      case RESULT -> ((Cost.Fixed) cost).latencyPs();
      case FULL_PACE -> arrayPs((Cost.Array) cost, device.tensor(), true);
      case SLOW_PACE -> arrayPs((Cost.Array) cost, device.tensor(), false);
      case ISSUE -> ((Cost.Dma) cost).transfer().issuePs();
      case PAYLOAD -> payloadPs(((Cost.Dma) cost).transfer());
    };
  }

  /** As the array places a pass that meets no change of pace. */
  private static double arrayPs(Cost.Array cost, TensorSpec array, boolean full) {
    int factor = full ? 1 : array.throttle().slowFactor();
    long issue = full ? array.issueCycles() : 0;
    double pass = (double) cost.streamCycles() * factor + issue;
    double cycles = cost.passes() * pass + (double) array.fillCycles() * factor;
    return cycles * Units.PS_PER_SECOND / array.clock().hertz() + array.drainPs();
  }

  private static double payloadPs(Transfer transfer) {
    long busiest = Arrays.stream(transfer.enginePs()).max().orElse(0);
    return transfer.latencyPs() + Math.max(busiest, transfer.pacePs() + transfer.staggerPs());
  }

  /** The times that serve the fit. */
  long[] fitted() {
    return part(false);
  }

  /** The times left out of it. */
  long[] leftOut() {
    return part(true);
  }

  private long[] part(boolean out) {
    LongStream.Builder some = LongStream.builder();
    for (int i = 0; i < ps.length; i++) {
      if ((i % PARTS == PARTS - 1) == out) {
        some.add(ps[i]);
      }
    }
    return some.build().toArray();
  }

  /** The middle one of the times that serve the fit. */
  double medianPs() {
    return median(fitted());
  }

  /** How well the middle is known: what the times scatter, and never better than a tick. */
  double sigmaPs() {
    long[] times = fitted();
    double middle = median(times);
    double[] off = Arrays.stream(times).mapToDouble(t -> Math.abs(t - middle)).sorted().toArray();
    double scatter = 1.4826 * off[off.length / 2] / Math.sqrt(times.length);
    return Math.max(Math.max(scatter, TICK_PS), LEAST * middle);
  }

  private static final double TICK_PS = 500;
  private static final double LEAST = 0.001;

  private static double median(long[] times) {
    long[] sorted = times.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2.0;
  }
}

package trn2sim.hw.machine;

import trn2sim.core.program.Placement;
import trn2sim.core.unit.Frequency;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.spec.TensorSpec;

/**
 * The systolic array in time: passes one after another, the next weights loaded in the background,
 * the pace set by the {@link Throttle}.
 */
final class TensorEngine {
  private final Throttle throttle;
  private final Frequency clock;
  private final long weightLatencyPs;
  private final long fillCycles;
  private final long drainPs;
  private final Slowdown slowdown;
  private long streamStart;

  TensorEngine(TensorSpec array, Slowdown slowdown) {
    this.slowdown = slowdown;
    throttle = new Throttle(array);
    clock = array.clock();
    weightLatencyPs = slowdown.of(array.weightLoad().latencyPs());
    fillCycles = slowdown.of(array.fillCycles());
    drainPs = slowdown.of(array.drainPs());
  }

  /** Weights are fetched once the inputs are there and shifted in behind the current pass. */
  void place(Cost.Array cost, long readyPs, long inputsPs, Placement placement) {
    long fetched = Math.max(inputsPs + weightLatencyPs, streamStart);
    long start = Math.max(readyPs, fetched + clock.psFor(slowdown.of(cost.weightCycles())));
    long end = start;
    for (int pass = 0; pass < cost.passes(); pass++) {
      end = throttle.stream(end, slowdown.of(cost.streamCycles()), cost.activeRows());
    }
    streamStart = start;
    placement.set(start, end, end + drainPs + clock.psFor(fillCycles * throttle.factor()));
  }

  Throttle throttle() {
    return throttle;
  }
}

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

  /**
   * Weights are fetched once the inputs are there and shifted in behind the current pass; each pass
   * has its own.
   */
  void place(Cost.Array cost, long readyPs, long inputsPs, Placement placement) {
    long fetched = inputsPs + weightLatencyPs + fillPs(throttle.factorAt(inputsPs));
    long first = passStart(cost, readyPs, fetched);
    long end = stream(cost, first);
    for (int pass = 1; pass < cost.passes(); pass++) {
      end = stream(cost, passStart(cost, end, fetched));
    }
    placement.set(first, end, end + drainPs + fillPs(throttle.factor()));
  }

  private long passStart(Cost.Array cost, long readyPs, long fetchedPs) {
    long loading = clock.psFor(slowdown.of(cost.weightCycles()) * throttle.factor());
    return Math.max(readyPs, Math.max(fetchedPs, streamStart) + loading);
  }

  private long stream(Cost.Array cost, long startPs) {
    streamStart = startPs;
    return throttle.stream(startPs, slowdown.of(cost.streamCycles()), cost.activeRows());
  }

  private long fillPs(int factor) {
    return clock.psFor(fillCycles * factor);
  }

  Throttle throttle() {
    return throttle;
  }
}

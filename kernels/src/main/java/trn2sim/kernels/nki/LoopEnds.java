package trn2sim.kernels.nki;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import trn2sim.hw.isa.Engine;
import trn2sim.kernels.api.CoreScript;

/**
 * Ends of iterations of loops that the device runs. The compiler drains all engines there and puts
 * a barrier across them (aws-neuron-sdk 81d17e7c, nki/deep-dives/nki-dynamic-loops.rst): what
 * follows starts when all that came before is complete.
 */
final class LoopEnds {
  private static final String OP = "loop_end";
  private static final int NONE = -1;

  /** The step that is the last barrier. */
  private int barrier = NONE;

  static void addTo(Map<String, Consumer<Call>> rules, CoreScript script) {
    rules.put(OP, call -> script.barrier(Engine.SYNC, List.of(), List.of()));
  }

  /** The steps that must be complete before the next one, which is part of a call. */
  List<Integer> before(int step, Call call) {
    if (call.op().equals(OP)) {
      int first = Math.max(barrier, 0);
      barrier = step;
      return IntStream.range(first, step).boxed().toList();
    }
    return barrier == NONE ? List.of() : List.of(barrier);
  }
}

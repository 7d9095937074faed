package trn2sim.kernels.nki;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import trn2sim.kernels.api.CoreScript;

/**
 * Barriers of loops that the device runs: before the first iteration, for every engine decides by
 * the loop's bounds whether to enter, and at the end of each. The compiler drains all engines there
 * (aws-neuron-sdk 81d17e7c, nki/deep-dives/nki-dynamic-loops.rst): what follows starts when all
 * that came before is complete. The two cores of a rank meet at the end of each iteration: with
 * different numbers of them they hang (jinhuang12/vllm-neuron 625d6b8,
 * vllm_neuron/functional/moe/moe_fused_fp8.py).
 */
final class LoopBarriers {
  private static final String BEGIN = "loop_begin";
  private static final String END = "loop_end";
  private static final int NONE = -1;

  /** The step that is the last barrier. */
  private int barrier = NONE;

  static void addTo(Map<String, Consumer<Call>> rules, CoreScript script) {
    rules.put(BEGIN, call -> script.loopBegin());
    rules.put(END, call -> script.loopEnd());
  }

  /** The steps that must be complete before the next one, which is part of a call. */
  List<Integer> before(int step, Call call) {
    if (call.op().equals(BEGIN) || call.op().equals(END)) {
      int first = Math.max(barrier, 0);
      barrier = step;
      return IntStream.range(first, step).boxed().toList();
    }
    return barrier == NONE ? List.of() : List.of(barrier);
  }
}

package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import trn2sim.hw.isa.LoopTurns;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.nki.stream.Call;

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

  static void addTo(Map<String, Consumer<Call>> rules, CoreScript script, RegisterRules registers) {
    rules.put(BEGIN, call -> begin(call, script, registers));
    rules.put(END, call -> script.loopEnd());
  }

  /** What a loop's bounds hold is compared with its turns where values are computed. */
  private static void begin(Call call, CoreScript script, RegisterRules registers) {
    call.requireOnly("turns", "first", "last", "step", "place");
    List<Integer> first = call.integers("first");
    List<Integer> last = call.integers("last");
    if (!call.has("turns") || !isKnown(first, registers) || !isKnown(last, registers)) {
      script.loopBegin();
      return;
    }
    List<Access> read = new ArrayList<>();
    LoopTurns turns =
        new LoopTurns(
            call.integers("turns").get(0),
            bound(first, read, registers),
            bound(last, read, registers),
            call.integers("step").get(0),
            call.word("place").orElse("a loop"));
    script.loopBegin(read, Optional.of(turns));
  }

  private static boolean isKnown(List<Integer> terms, RegisterRules registers) {
    return terms.size() == 1 || registers.isSet(terms.get(0));
  }

  /** A number, or register, factor and number. */
  private static LoopTurns.Bound bound(
      List<Integer> terms, List<Access> read, RegisterRules registers) {
    if (terms.size() == 1) {
      return new LoopTurns.Bound(NONE, 0, terms.get(0));
    }
    read.add(registers.value(terms.get(0)));
    return new LoopTurns.Bound(read.size() - 1, terms.get(1), terms.get(2));
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

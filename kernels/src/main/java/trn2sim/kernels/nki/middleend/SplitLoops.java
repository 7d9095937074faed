package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.View;

/**
 * Brings reductions of few elements together that the same line makes in consecutive iterations of
 * an independent loop, so that they can become one: what comes before them is done for all these
 * iterations first, and what needs their results behind the last. The tiles of all must fit.
 */
final class SplitLoops {
  private static final Set<String> OPS = Set.of("tensor_reduce", "reciprocal");

  /** What depends on nothing but its operands, so that it may change places with others. */
  private static final Set<String> MOVABLE =
      Set.of(
          "activation",
          "activation_reduce",
          "dma_copy",
          "dma_transpose",
          "memset",
          "nc_matmul",
          "nc_transpose",
          "partition_broadcast",
          "reciprocal",
          "scalar_tensor_tensor",
          "tensor_copy",
          "tensor_reduce",
          "tensor_scalar",
          "tensor_tensor");

  /** What a line does, in whichever run of its loop. */
  private record Line(String op, int source) {}

  private final Block block;
  private final List<Call> calls;

  private SplitLoops(Block block) {
    this.block = block;
    this.calls = new ArrayList<>(block.calls());
  }

  static Block of(Block block) {
    SplitLoops pass = new SplitLoops(block);
    Set<Line> lines = new LinkedHashSet<>();
    for (Call call : block.calls()) {
      if (pass.mayJoin(call)) {
        lines.add(new Line(call.op(), call.source()));
      }
    }
    lines.forEach(pass::split);
    return lines.isEmpty() ? block : block.with(pass.calls);
  }

  private boolean mayJoin(Call call) {
    return OPS.contains(call.op())
        && block.independentRun(call).isPresent()
        && !call.has("mask")
        && call.inputs().size() == 1
        && Widening.together(call) > 1;
  }

  /** Brings the calls of a line together, as many at a time as may become one. */
  private void split(Line line) {
    Map<Integer, List<Integer>> runs = new LinkedHashMap<>();
    for (int place = 0; place < calls.size(); place++) {
      Call call = calls.get(place);
      if (line.equals(new Line(call.op(), call.source())) && mayJoin(call)) {
        runs.computeIfAbsent(call.integers("loop").get(0), r -> new ArrayList<>()).add(place);
      }
    }
    runs.values().forEach(this::splitRun);
  }

  private void splitRun(List<Integer> places) {
    int most = Widening.together(calls.get(places.get(0)));
    for (int at = 0; at < places.size(); at += most) {
      gather(places.subList(at, Math.min(at + most, places.size())));
    }
  }

  /** Puts calls behind all between them that does not need them, and the rest behind the last. */
  private void gather(List<Integer> places) {
    int first = places.get(0);
    int end = places.get(places.size() - 1) + 1;
    List<Call> all = calls.subList(first, end);
    if (!all.stream().allMatch(SplitLoops::isMovable) || bytes(all) > Block.SBUF) {
      return;
    }
    List<Call> before = new ArrayList<>();
    List<Call> together = new ArrayList<>();
    List<Call> behind = new ArrayList<>();
    Touched moved = new Touched();
    Touched waiting = new Touched();
    for (int place = first; place < end; place++) {
      Call call = calls.get(place);
      boolean member = places.contains(place);
      if (member && waiting.meets(call)) {
        return;
      }
      if (member || moved.meets(call)) {
        (member ? together : behind).add(call);
        moved.add(call);
        if (!member) {
          waiting.add(call);
        }
      } else {
        before.add(call);
      }
    }
    List<Call> order = Stream.of(before, together, behind).flatMap(Collection::stream).toList();
    for (int i = 0; i < order.size(); i++) {
      calls.set(first + i, order.get(i));
    }
  }

  /** Registers and what an engine has summed up so far are no operands. */
  private static boolean isMovable(Call call) {
    return MOVABLE.contains(call.op())
        && !call.has("reduce_cmd")
        && Stream.concat(call.inputs().stream(), call.outputs().stream())
            .allMatch(view -> view.dynamic().isEmpty());
  }

  /** What the tiles that some calls touch take of a partition, if all are there at once. */
  private long bytes(List<Call> some) {
    return some.stream()
        .flatMap(call -> Stream.concat(call.inputs().stream(), call.outputs().stream()))
        .filter(view -> block.in(view, "sbuf"))
        .map(block::tensor)
        .distinct()
        .mapToLong(Declaration::rowBytes)
        .sum();
  }

  /** What some calls read and write. */
  private final class Touched {
    private final Map<Integer, List<View>> read = new HashMap<>();
    private final Map<Integer, List<View>> written = new HashMap<>();

    void add(Call call) {
      call.inputs().forEach(view -> note(read, view));
      call.outputs().forEach(view -> note(written, view));
    }

    private static void note(Map<Integer, List<View>> views, View view) {
      views.computeIfAbsent(view.tensor(), t -> new ArrayList<>()).add(view);
    }

    /** Whether a call must stay behind them. */
    boolean meets(Call call) {
      return call.inputs().stream().anyMatch(view -> meets(written, view))
          || call.outputs().stream().anyMatch(view -> meets(written, view) || meets(read, view));
    }

    /** In HBM, parts of a tensor that are apart may change their order. */
    private boolean meets(Map<Integer, List<View>> views, View view) {
      List<View> others = views.getOrDefault(view.tensor(), List.of());
      return block.tensor(view).space().endsWith("hbm")
          ? others.stream().anyMatch(other -> !other.isApart(view))
          : !others.isEmpty();
    }
  }
}

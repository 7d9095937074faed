package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.View;

/**
 * Makes one instruction of the same line in consecutive iterations of an independent loop, with one
 * more loop over its operands: copies, arithmetic and reductions of at most 512 elements per
 * partition and four iterations, loads and stores of eight while they move at most 4 KiB of each.
 * Tiles that were made anew in every iteration become parts of one.
 */
final class Widening {
  /** What has two operands of its size. */
  private static final String PAIRED = "tensor_tensor";

  private static final String REDUCTION = "tensor_reduce";

  private static final Set<String> OPS =
      Set.of(
          "tensor_copy",
          "tensor_scalar",
          "activation",
          "reciprocal",
          "dma_copy",
          REDUCTION,
          PAIRED);

  private static final int MOST_ELEMENTS = 512;
  private static final int MOST_ITERATIONS = 4;
  private static final int MOST_LOADS = 8;

  /** Bytes of a partition that the widest DMA moves which is known to be made of several. */
  private static final int MOST_MOVED = 4096;

  /** One line in one run of a loop. */
  private record Line(String op, int source, int loop) {}

  private final Block block;
  private final Block.Uses uses;
  private final WideTiles tiles;
  private final List<Call> calls;

  /** By the place of a call that is taken together with later ones: the place of the last. */
  private final Map<Integer, Integer> moved = new HashMap<>();

  private Widening(Block block) {
    this.block = block;
    this.uses = block.uses();
    this.tiles = new WideTiles(block);
    this.calls = new ArrayList<>(block.calls());
  }

  static Block of(Block block) {
    Widening pass = new Widening(block);
    Map<Line, List<Integer>> lines = new LinkedHashMap<>();
    for (int place = 0; place < block.calls().size(); place++) {
      int at = place;
      pass.line(block.calls().get(place))
          .ifPresent(line -> lines.computeIfAbsent(line, l -> new ArrayList<>()).add(at));
    }
    List<List<Integer>> readersFirst = new ArrayList<>(lines.values());
    Collections.reverse(readersFirst);
    readersFirst.forEach(pass::widen);
    return pass.result();
  }

  private Optional<Line> line(Call call) {
    boolean possible =
        OPS.contains(call.op())
            && !call.has("mask")
            && call.inputs().size() == (call.op().equals(PAIRED) ? 2 : 1)
            && call.outputs().size() == 1;
    return block
        .independentRun(call)
        .filter(run -> possible)
        .map(run -> new Line(call.op(), call.source(), run));
  }

  private void widen(List<Integer> places) {
    int at = 0;
    while (at < places.size()) {
      int count = most(places, at);
      while (count > 1 && !merge(places.subList(at, at + count))) {
        count--;
      }
      at += Math.max(1, count);
    }
  }

  /** How many of the calls from one on may become one by their number and size. */
  private int most(List<Integer> places, int at) {
    Call first = calls.get(places.get(at));
    if (!first.op().equals("dma_copy")) {
      return Math.min(places.size() - at, together(first));
    }
    long bytes = block.tensor(first.output()).type().bytes() * Columns.count(first.output());
    return (int) Math.min(places.size() - at, Math.min(MOST_LOADS, MOST_MOVED / bytes));
  }

  /** How many instructions like this may become one. */
  static int together(Call call) {
    long each = Math.max(Columns.count(call.output()), Columns.count(call.input(0)));
    return (int) Math.min(MOST_ITERATIONS, MOST_ELEMENTS / each);
  }

  private boolean merge(List<Integer> places) {
    List<Call> members = places.stream().map(calls::get).toList();
    boolean alike = members.stream().map(Widening::kind).distinct().count() == 1;
    List<View> targets = members.stream().map(Call::output).toList();
    List<List<View>> operands = operands(members);
    List<List<View>> all = new ArrayList<>(operands);
    all.add(targets);
    OptionalInt where = where(places);
    if (!alike || where.isEmpty() || !tiles.canJoin(all)) {
      return false;
    }
    int at = where.getAsInt();
    places.stream().filter(place -> place != at).forEach(place -> moved.put(place, at));
    Call wide = deepened(calls.get(at)).with(operands.stream().map(tiles::joined).toList());
    calls.set(at, wide.withOutputs(List.of(tiles.joined(targets))));
    return true;
  }

  /** A reduction counts its dimensions from the front, where there is one more. */
  private static Call deepened(Call call) {
    if (!call.op().equals(REDUCTION)) {
      return call;
    }
    Map<String, Object> attributes = new HashMap<>(call.attributes());
    attributes.put(
        "axis",
        call.integers("axis").stream().map(axis -> (long) (axis < 0 ? axis : axis + 1)).toList());
    return new Call(
        call.op(), call.engine(), call.source(), call.outputs(), call.inputs(), attributes);
  }

  /** At the last of them, or a load that somebody waits for at the first. */
  private OptionalInt where(List<Integer> places) {
    if (free(places)) {
      return OptionalInt.of(places.get(places.size() - 1));
    }
    int first = places.get(0);
    return isLoad(calls.get(first)) && freeBefore(places)
        ? OptionalInt.of(first)
        : OptionalInt.empty();
  }

  private boolean isLoad(Call call) {
    return call.op().equals("dma_copy")
        && block.tensor(call.input(0)).space().endsWith("hbm")
        && !block.tensor(call.output()).space().endsWith("hbm");
  }

  /** Whether all may come with the first: nobody between uses the place or makes the data. */
  private boolean freeBefore(List<Integer> places) {
    int first = places.get(0);
    return places.stream()
        .noneMatch(
            place -> {
              View to = calls.get(place).output();
              return used(to, places, first, place)
                  || written(calls.get(place).input(0), places, first, place);
            });
  }

  /** The first operand of each, and the second of those that have two. */
  private static List<List<View>> operands(List<Call> members) {
    List<List<View>> operands = new ArrayList<>();
    for (int i = 0; i < members.get(0).inputs().size(); i++) {
      int number = i;
      operands.add(members.stream().map(call -> call.input(number)).toList());
    }
    return operands;
  }

  /** What must be the same in all: the engine, the numbers, the sizes. */
  private static Object kind(Call call) {
    Map<String, Object> attributes = new HashMap<>(call.attributes());
    attributes.remove("loop");
    attributes.remove("name");
    List<List<View.Dim>> operands = call.inputs().stream().map(View::dims).toList();
    return List.of(call.engine(), attributes, call.output().dims(), operands);
  }

  /** Whether all but the last may wait for it: nobody between needs or disturbs what they touch. */
  private boolean free(List<Integer> places) {
    int last = places.get(places.size() - 1);
    for (int place : places) {
      Call call = calls.get(place);
      boolean disturbed =
          used(call.output(), places, place, last)
              || call.inputs().stream().anyMatch(from -> written(from, places, place, last));
      if (disturbed) {
        return false;
      }
    }
    return true;
  }

  private boolean used(View to, List<Integer> members, int first, int last) {
    return others(uses.readsOf(to.tensor()), members, first, last, Call::inputs, to)
        || written(to, members, first, last);
  }

  private boolean written(View from, List<Integer> members, int first, int last) {
    return others(uses.writesOf(from.tensor()), members, first, last, Call::outputs, from);
  }

  /** Whether a call meets the view that runs between two members, where it was moved to. */
  private boolean others(
      List<Integer> uses,
      List<Integer> members,
      int first,
      int last,
      Function<Call, List<View>> views,
      View view) {
    return uses.stream()
        .map(p -> moved.getOrDefault(p, p))
        .filter(p -> p > first && p < last && !members.contains(p))
        .anyMatch(
            p -> views.apply(calls.get(p)).stream().anyMatch(other -> tiles.meet(other, view)));
  }

  private Block result() {
    List<Call> left = new ArrayList<>();
    for (int place = 0; place < calls.size(); place++) {
      if (!moved.containsKey(place)) {
        left.add(tiles.renamed(calls.get(place)));
      }
    }
    return new Block(left, tiles.tensors(), block.independent());
  }
}

package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.View;

/**
 * Calls whose operands have more loops than an instruction can have, as several calls: one for each
 * round of the outermost loops, which is how a compiler would have to write them.
 */
final class Pieces {
  /** Loops of an operand on chip, beside that over partitions. */
  private static final int MOST_LOOPS = 4;

  private Pieces() {}

  static List<Call> of(Call call) {
    boolean alike = call.isElementwise() || call.op().equals("memset");
    boolean possible = alike && call.outputs().size() == 1 && !call.has("mask");
    return possible ? pieces(call) : List.of(call);
  }

  private static List<Call> pieces(Call call) {
    Optional<View> widest =
        Stream.concat(call.outputs().stream(), call.inputs().stream())
            .filter(view -> !fits(view))
            .findFirst();
    return widest.map(view -> pieces(call, view)).orElse(List.of(call));
  }

  /** One for each round of that operand's outermost loop, if the others can be cut alike. */
  private static List<Call> pieces(Call call, View widest) {
    int rounds = (int) widest.dims().get(axis(widest)).count();
    List<Call> pieces = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      int at = round;
      List<View> inputs =
          call.inputs().stream().flatMap(view -> at(view, widest, rounds, at).stream()).toList();
      Optional<View> output = at(call.output(), widest, rounds, round);
      if (output.isEmpty() || inputs.size() < call.inputs().size()) {
        return List.of(call);
      }
      pieces.addAll(pieces(call.with(inputs).withOutputs(List.of(output.get()))));
    }
    return pieces;
  }

  private static boolean fits(View view) {
    return view.dims().size() <= MOST_LOOPS + 1
        || Views.pattern(view.dims().subList(1, view.dims().size())).dims().size() <= MOST_LOOPS;
  }

  /** The outermost loop behind that over partitions, 0 if there is none. */
  private static int axis(View view) {
    for (int axis = 1; axis < view.dims().size(); axis++) {
      if (view.dims().get(axis).count() > 1) {
        return axis;
      }
    }
    return 0;
  }

  /** One of equal parts of an operand with as many elements; others, such as columns, stay. */
  private static Optional<View> at(View view, View widest, int parts, int part) {
    return view.size() == widest.size() ? part(view, parts, part) : Optional.of(view);
  }

  /** Nothing if a part begins or ends within a round of the outermost loop. */
  private static Optional<View> part(View view, long parts, long part) {
    if (parts == 1) {
      return Optional.of(view);
    }
    int axis = axis(view);
    View.Dim outer = view.dims().get(axis);
    boolean several = outer.count() % parts == 0;
    if (!several && parts % outer.count() != 0) {
      return Optional.empty();
    }
    long each = several ? outer.count() / parts : 1;
    long inside = several ? 1 : parts / outer.count();
    List<View.Dim> dims = new ArrayList<>(view.dims());
    dims.set(axis, new View.Dim(outer.stride(), each));
    long offset = view.offset() + part / inside * each * outer.stride();
    View cut = new View(view.tensor(), offset, dims, view.dynamic(), view.dtype());
    return part(cut, inside, part % inside);
  }
}

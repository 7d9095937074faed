package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.View;

/**
 * Calls whose operands have more loops than an instruction can have, as several calls: one for each
 * round of the outermost loops, which is how a compiler would have to write them.
 */
final class Pieces {
  /** Operations that treat every element alike. */
  private static final Set<String> ELEMENTWISE =
      Set.of(
          "tensor_copy",
          "tensor_scalar",
          "tensor_tensor",
          "scalar_tensor_tensor",
          "activation",
          "reciprocal",
          "memset");

  /** Loops of an operand on chip, beside that over partitions. */
  private static final int MOST_LOOPS = 4;

  private Pieces() {}

  static List<Call> of(Call call) {
    boolean possible =
        ELEMENTWISE.contains(call.op()) && call.outputs().size() == 1 && !call.has("mask");
    return possible ? pieces(call) : List.of(call);
  }

  private static List<Call> pieces(Call call) {
    boolean fits =
        Stream.concat(call.outputs().stream(), call.inputs().stream()).allMatch(Pieces::fits);
    int axis = axis(call.output());
    if (fits || axis == 0) {
      return List.of(call);
    }
    List<Call> pieces = new ArrayList<>();
    for (int round = 0; round < call.output().dims().get(axis).count(); round++) {
      int at = round;
      List<View> inputs = call.inputs().stream().map(v -> at(v, call.output(), axis, at)).toList();
      View output = at(call.output(), call.output(), axis, round);
      pieces.addAll(pieces(call.with(inputs).withOutputs(List.of(output))));
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

  /** One round of an operand that has the result's loops; others, such as columns, stay. */
  private static View at(View view, View result, int axis, int round) {
    boolean alike =
        view.dims().stream()
            .map(View.Dim::count)
            .toList()
            .equals(result.dims().stream().map(View.Dim::count).toList());
    if (!alike) {
      return view;
    }
    List<View.Dim> dims = new ArrayList<>(view.dims());
    View.Dim removed = dims.remove(axis);
    long offset = view.offset() + round * removed.stride();
    return new View(view.tensor(), offset, dims, view.dynamic(), view.dtype());
  }
}

package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.View;

/**
 * Leaves out copies that only round what two tensors give to a shorter type: the instruction that
 * made it writes that type itself. Engines compute in fp32, so it is rounded once either way.
 */
final class CastFolding {
  private final Block block;
  private final Block.Uses uses;
  private final List<Call> calls;
  private final Set<Integer> dropped = new HashSet<>();

  private CastFolding(Block block) {
    this.block = block;
    this.uses = block.uses();
    this.calls = new ArrayList<>(block.calls());
  }

  static Block of(Block block) {
    CastFolding pass = new CastFolding(block);
    for (int place = 0; place < block.calls().size(); place++) {
      pass.fold(place);
    }
    return block.with(pass.calls).without(pass.dropped::contains);
  }

  private void fold(int place) {
    Call copy = calls.get(place);
    if (!copy.op().equals("tensor_copy") || copy.has("mask") || !isCast(copy)) {
      return;
    }
    int tile = copy.input(0).tensor();
    List<Integer> made = uses.writesOf(tile);
    if (made.size() != 1 || !uses.readsOf(tile).equals(List.of(place)) || made.get(0) > place) {
      return;
    }
    Call maker = calls.get(made.get(0));
    if (isFree(maker, made.get(0), copy, place)) {
      calls.set(place, maker.withOutputs(copy.outputs()));
      dropped.add(made.get(0));
    }
  }

  /** All of an fp32 tile in SBUF becomes as many elements of two bytes there. */
  private boolean isCast(Call copy) {
    View from = copy.input(0);
    View to = copy.output();
    return block.in(from, "sbuf")
        && block.in(to, "sbuf")
        && block.isPlain(from)
        && block.isPlain(to)
        && block.isWhole(from)
        && block.tensor(from).dtype().equals("float32")
        && block.tensor(to).type().bytes() == 2
        && from.dims().get(0).count() == to.dims().get(0).count()
        && from.size() == to.size();
  }

  /** Whether the maker may run where the copy was: nothing it reads is written before. */
  private boolean isFree(Call maker, int from, Call copy, int to) {
    boolean steady =
        maker.inputs().stream()
            .noneMatch(view -> Block.Uses.between(uses.writesOf(view.tensor()), from, to));
    return steady
        && maker.op().equals("tensor_tensor")
        && !maker.has("mask")
        && maker.outputs().size() == 1
        && block.isWhole(maker.output())
        && counts(maker.output()).equals(counts(copy.output()))
        && copy.engine().isEmpty();
  }

  private static List<Long> counts(View view) {
    return view.dims().stream().map(View.Dim::count).toList();
  }
}

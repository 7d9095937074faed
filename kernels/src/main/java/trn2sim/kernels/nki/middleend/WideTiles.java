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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.View;

/**
 * The operands of instructions that become one: equally far apart in a tensor, or tiles of their
 * own, which become parts of a wider one.
 */
final class WideTiles {
  private static final int MOST_DIMS = 4;

  private final Block block;
  private final Map<Integer, Declaration> tensors;
  private final Map<Integer, WidePart> parts = new HashMap<>();

  /** Tiles that say where others are accessed: by their own rows, so they stay as they are. */
  private final Set<Integer> indices;

  private int next;

  WideTiles(Block block) {
    this.block = block;
    this.tensors = new LinkedHashMap<>(block.tensors());
    this.indices = indices(block.calls());
    this.next = tensors.keySet().stream().mapToInt(n -> n + 1).max().orElse(0);
  }

  private static Set<Integer> indices(List<Call> calls) {
    return calls.stream()
        .flatMap(call -> Stream.concat(call.inputs().stream(), call.outputs().stream()))
        .filter(View::looksUp)
        .map(view -> view.dynamic().orElseThrow().id())
        .collect(Collectors.toSet());
  }

  /** The tensors by number, with the wide tiles in the place of their parts. */
  Map<Integer, Declaration> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  /**
   * Whether operands can become wide ones.
   *
   * @param operands of each operand, what the instructions have there
   */
  boolean canJoin(List<List<View>> operands) {
    return operands.stream().allMatch(this::joins) && agree(operands);
  }

  /** Whether two views touch a column both, where their tiles are by now. */
  boolean meet(View one, View two) {
    return Columns.meet(tensors, renamed(one), renamed(two));
  }

  /** Equally far apart in one tensor, or tiles of their own that may become parts of one. */
  private boolean joins(List<View> views) {
    boolean still = views.stream().allMatch(v -> v.dynamic().isEmpty() && v.dtype().isEmpty());
    int dims = views.get(0).dims().size();
    return still
        && dims > 1
        && dims <= MOST_DIMS
        && (inOne(views)
            ? step(views).isPresent() && sameRows(views)
            : ownTiles(views) || sideBySide(views));
  }

  /** On chip a loop stays in its partition. */
  private boolean sameRows(List<View> views) {
    Declaration tensor = block.tensor(views.get(0));
    long pitch = tensor.space().endsWith("hbm") ? tensor.size() : Block.pitch(tensor);
    return views.stream().map(view -> view.offset() / pitch).distinct().count() == 1;
  }

  /** Whether no two operands want the same tiles side by side in another order. */
  private boolean agree(List<List<View>> operands) {
    List<List<Integer>> orders =
        operands.stream()
            .filter(views -> !inOne(views) && !sideBySide(views))
            .map(views -> views.stream().map(View::tensor).toList())
            .distinct()
            .toList();
    return orders.stream().flatMap(List::stream).distinct().count()
        == orders.stream().mapToInt(List::size).sum();
  }

  private static boolean inOne(List<View> views) {
    return views.stream().map(View::tensor).distinct().count() == 1;
  }

  /** The operands as one with one more loop, behind the rows. */
  View joined(List<View> views) {
    boolean one = inOne(views);
    if (!one && !sideBySide(views)) {
      fuse(views);
    }
    View first = one ? views.get(0) : renamed(views.get(0));
    Declaration tile = block.tensor(views.get(0));
    long stride = one ? step(views).getAsInt() : Block.pitch(tile);
    List<View.Dim> dims = new ArrayList<>(first.dims());
    dims.add(1, new View.Dim(stride, views.size()));
    return new View(first.tensor(), first.offset(), dims, Optional.empty(), Optional.empty());
  }

  private static OptionalInt step(List<View> views) {
    long step = views.get(1).offset() - views.get(0).offset();
    for (int i = 1; i < views.size(); i++) {
      if (views.get(i).offset() - views.get(i - 1).offset() != step) {
        return OptionalInt.empty();
      }
    }
    return step > 0 ? OptionalInt.of(Math.toIntExact(step)) : OptionalInt.empty();
  }

  /** Whether each is the same part of a tile of its own, made at the same place of the source. */
  private boolean ownTiles(List<View> views) {
    Declaration first = block.tensor(views.get(0));
    long bytes = Block.pitch(first) * first.type().bytes() * views.size();
    return views.stream().map(View::tensor).distinct().count() == views.size()
        && !first.space().endsWith("hbm")
        && (first.space().equals("sbuf") || bytes <= WidePart.BANK)
        && views.stream()
            .allMatch(
                v ->
                    block.isPlain(v)
                        && isSamePart(v, views.get(0))
                        && !parts.containsKey(v.tensor())
                        && !indices.contains(v.tensor())
                        && block.tensor(v).group().equals(first.group())
                        && block.tensor(v).shape().equals(first.shape()));
  }

  private static boolean isSamePart(View one, View two) {
    return one.offset() == two.offset() && one.dims().equals(two.dims());
  }

  /** Whether each is in a tile that already lies beside the one before, as another line made it. */
  private boolean sideBySide(List<View> views) {
    WidePart first = parts.get(views.get(0).tensor());
    for (int i = 0; i < views.size(); i++) {
      WidePart part = parts.get(views.get(i).tensor());
      boolean next =
          part != null && part.whole() == first.whole() && part.place() == first.place() + i;
      if (!next || !isSamePart(views.get(i), views.get(0))) {
        return false;
      }
    }
    return true;
  }

  private void fuse(List<View> views) {
    Declaration like = block.tensor(views.get(0));
    Declaration wide = like.wide(next++, views.size());
    tensors.put(wide.id(), wide);
    for (int i = 0; i < views.size(); i++) {
      parts.put(views.get(i).tensor(), new WidePart(wide, Block.pitch(like), i));
      tensors.remove(views.get(i).tensor());
    }
  }

  Call renamed(Call call) {
    return call.with(call.inputs().stream().map(this::renamed).toList())
        .withOutputs(call.outputs().stream().map(this::renamed).toList());
  }

  private View renamed(View view) {
    WidePart part = parts.get(view.tensor());
    return part == null ? view : part.of(view);
  }
}

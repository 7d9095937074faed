package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.View;

/**
 * Leaves out copies from PSUM to SBUF whose readers can read PSUM: instructions of Vector and
 * Scalar, as long as nothing writes the tile in PSUM before the last of them and PSUM has space for
 * it until then.
 */
final class CopyForwarding {
  private static final Set<String> REDUCTIONS =
      Set.of("activation_reduce", "tensor_scalar_reduce", "tensor_reduce");

  private final Block block;
  private final Block.Uses uses;
  private final PsumLoad load;
  private final List<Call> calls;
  private final Set<Integer> dropped = new HashSet<>();

  private CopyForwarding(Block block) {
    this.block = block;
    this.uses = block.uses();
    this.load = new PsumLoad(block, uses);
    this.calls = new ArrayList<>(block.calls());
  }

  static Block of(Block block) {
    CopyForwarding pass = new CopyForwarding(block);
    for (int place = 0; place < block.calls().size(); place++) {
      pass.forward(place);
    }
    return block.with(pass.calls).without(pass.dropped::contains);
  }

  private void forward(int place) {
    Call copy = calls.get(place);
    if (!copy.op().equals("tensor_copy") || copy.has("mask") || !isPlainCopy(copy)) {
      return;
    }
    int from = copy.input(0).tensor();
    int to = copy.output().tensor();
    List<Integer> readers = uses.readsOf(to);
    boolean only = uses.writesOf(to).equals(List.of(place)) && !readers.isEmpty();
    if (!only || readers.get(0) < place) {
      return;
    }
    int last = readers.get(readers.size() - 1);
    if (Block.Uses.between(uses.writesOf(from), place, last + 1)
        || !readers.stream().allMatch(reader -> canRead(calls.get(reader), to))
        || !load.extend(from, last)) {
      return;
    }
    readers.forEach(reader -> calls.set(reader, redirected(calls.get(reader), copy)));
    dropped.add(place);
  }

  /** All of a tile in SBUF is written from as many adjacent elements in PSUM, of one type. */
  private boolean isPlainCopy(Call copy) {
    View to = copy.output();
    View from = copy.input(0);
    return block.in(from, "psum")
        && block.in(to, "sbuf")
        && block.isPlain(from)
        && block.isPlain(to)
        && block.isWhole(to)
        && block.tensor(to).dtype().equals(block.tensor(from).dtype())
        && isRun(from)
        && from.dims().get(0).count() == to.dims().get(0).count();
  }

  private boolean isRun(View view) {
    long inner = 1;
    for (int d = view.dims().size() - 1; d > 0; d--) {
      View.Dim dim = view.dims().get(d);
      if (dim.count() > 1 && dim.stride() != inner) {
        return false;
      }
      inner *= dim.count();
    }
    return view.dims().get(0).stride() == Block.pitch(block.tensor(view));
  }

  private boolean canRead(Call reader, int tile) {
    boolean engine =
        reader.engine().filter(e -> !e.equals("vector") && !e.equals("scalar")).isEmpty();
    boolean second =
        reader.inputs().stream().anyMatch(v -> v.tensor() != tile && block.in(v, "psum"));
    return engine
        && !second
        && (reader.isElementwise() || REDUCTIONS.contains(reader.op()))
        && !reader.has("mask")
        && reader.inputs().stream().filter(v -> v.tensor() == tile).count() == 1
        && !isOperand(reader, tile)
        && mapped(view(reader, tile), view(reader, tile)).isPresent();
  }

  /** Whether the tile gives a number for each partition. */
  private static boolean isOperand(Call reader, int tile) {
    return reader.attributes().keySet().stream()
        .map(reader::tensor)
        .flatMap(Optional::stream)
        .anyMatch(operand -> operand.tensor() == tile);
  }

  private static View view(Call reader, int tile) {
    return reader.inputs().stream().filter(v -> v.tensor() == tile).findFirst().orElseThrow();
  }

  private Call redirected(Call reader, Call copy) {
    int tile = copy.output().tensor();
    return reader.with(
        reader.inputs().stream()
            .map(v -> v.tensor() == tile ? mapped(v, copy.input(0)).orElseThrow() : v)
            .toList());
  }

  /** The elements of a view of the copy, where they were copied from. */
  private Optional<View> mapped(View view, View source) {
    long pitch = Block.pitch(block.tensor(view));
    View.Dim rows = view.dims().get(0);
    boolean regular = block.isPlain(view) && (rows.stride() == pitch || rows.count() == 1);
    if (!regular) {
      return Optional.empty();
    }
    long there = Block.pitch(block.tensor(source));
    List<View.Dim> dims = new ArrayList<>(view.dims());
    dims.set(0, new View.Dim(there, rows.count()));
    long offset = source.offset() + view.offset() / pitch * there + view.offset() % pitch;
    return Optional.of(new View(source.tensor(), offset, dims, Optional.empty(), Optional.empty()));
  }
}

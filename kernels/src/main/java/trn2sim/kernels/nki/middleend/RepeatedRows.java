package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.View;

/**
 * Spreads a row over the partitions once: the tile that TensorE's products were copied into serves
 * all later uses of the row, until something writes the row again.
 */
final class RepeatedRows {
  /** What a tile of copies holds; tiles with equal contents are equal. */
  private record Contents(List<Long> shape, String dtype, List<Part> parts) {}

  /** Some columns of the tile, and the part of the row that they repeat. */
  private record Part(long offset, List<View.Dim> dims, View row) {}

  /** A tile with its copies and what they copy, by their places. */
  private record Spread(int tile, Contents contents, List<Integer> places) {
    int first() {
      return places.get(0);
    }

    int last() {
      return places.get(places.size() - 1);
    }
  }

  private final Block block;
  private final Block.Uses uses;
  private final Map<Contents, Spread> kept = new HashMap<>();
  private final Map<Integer, Integer> instead = new HashMap<>();
  private final Set<Integer> seen = new HashSet<>();
  private final Set<Integer> dropped = new HashSet<>();

  private RepeatedRows(Block block) {
    this.block = block;
    this.uses = block.uses();
  }

  static Block of(Block block) {
    RepeatedRows pass = new RepeatedRows(block);
    for (Call call : block.calls()) {
      if (call.op().equals("tensor_copy") && pass.seen.add(call.output().tensor())) {
        pass.spread(call.output()).ifPresent(pass::keepOrDrop);
      }
    }
    return pass.dropped.isEmpty() ? block : pass.result();
  }

  /** The tile as one of copies of a row alone, if it is. */
  private Optional<Spread> spread(View copied) {
    if (!block.in(copied, "sbuf") || !block.isPlain(copied)) {
      return Optional.empty();
    }
    List<Part> parts = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int place : uses.writesOf(copied.tensor())) {
      Call copy = block.calls().get(place);
      Optional<Integer> product = productOf(copy);
      if (product.isEmpty()) {
        return Optional.empty();
      }
      View row = block.calls().get(product.get()).input(0);
      parts.add(new Part(copy.output().offset(), copy.output().dims(), row));
      places.add(product.get());
      places.add(place);
    }
    Declaration tile = block.tensor(copied);
    Contents contents = new Contents(tile.shape(), tile.dtype(), parts);
    return Optional.of(new Spread(copied.tensor(), contents, places));
  }

  /** Where the product was made that this alone copies. */
  private Optional<Integer> productOf(Call copy) {
    if (!copy.op().equals("tensor_copy") || copy.has("mask")) {
      return Optional.empty();
    }
    int piece = copy.input(0).tensor();
    List<Integer> made = uses.writesOf(piece);
    boolean alone = made.size() == 1 && uses.readsOf(piece).size() == 1;
    return alone && block.calls().get(made.get(0)).op().equals("partition_broadcast")
        ? Optional.of(made.get(0))
        : Optional.empty();
  }

  private void keepOrDrop(Spread spread) {
    Spread before = kept.get(spread.contents);
    if (before == null || isWritten(spread.contents, before.first(), spread.last())) {
      kept.put(spread.contents, spread);
      return;
    }
    instead.put(spread.tile, before.tile);
    dropped.addAll(spread.places);
  }

  private boolean isWritten(Contents contents, int first, int last) {
    return contents.parts.stream()
        .anyMatch(part -> Block.Uses.between(uses.writesOf(part.row.tensor()), first, last));
  }

  private Block result() {
    List<Call> left = new ArrayList<>();
    Map<Integer, Declaration> tensors = new LinkedHashMap<>(block.tensors());
    for (int place = 0; place < block.calls().size(); place++) {
      Call call = block.calls().get(place);
      if (dropped.contains(place)) {
        tensors.remove(call.output().tensor());
      } else {
        left.add(call.with(call.inputs().stream().map(this::renamed).toList()));
      }
    }
    return new Block(left, tensors, block.independent());
  }

  private View renamed(View view) {
    int tile = instead.getOrDefault(view.tensor(), view.tensor());
    return new View(tile, view.offset(), view.dims(), view.dynamic(), view.dtype());
  }
}

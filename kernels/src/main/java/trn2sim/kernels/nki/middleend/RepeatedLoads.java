package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.View;

/**
 * Loads a piece of a tensor once: the tile that holds it serves later loads of the same piece, as
 * long as nothing writes the tensor and SBUF has space for the tile. What was not used for longest
 * gives way to others and is loaded again when it is needed, so that a loop over more than fits
 * loads all of it every time.
 */
final class RepeatedLoads {
  /** What a tile holds; tiles with equal contents are equal. */
  private record Piece(View source, List<Long> shape, String dtype) {}

  private final Block block;
  private final Block.Uses uses;

  /** Bytes of a partition that all other tiles hold, by place. */
  private final long[] others;

  /** The tile of each piece that is there, the one that was not used for longest first. */
  private final Map<Piece, Integer> here = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<Integer, Piece> pieces = new HashMap<>();
  private final Set<Integer> sources = new HashSet<>();
  private final Map<Integer, Integer> instead = new HashMap<>();
  private long held;

  private RepeatedLoads(Block block) {
    this.block = block;
    this.uses = block.uses();
    this.others = new long[block.calls().size() + 1];
  }

  static Block of(Block block) {
    RepeatedLoads pass = new RepeatedLoads(block);
    for (Call call : block.calls()) {
      pass.note(call);
    }
    if (pass.pieces.size() == pass.pieces.values().stream().distinct().count()) {
      return block;
    }
    pass.measure();
    return pass.result();
  }

  /** Keeps in mind what a call loads, if it is all that its tile ever holds. */
  private void note(Call call) {
    if (!call.op().equals("dma_copy") || call.has("mask") || call.has("oob_mode")) {
      return;
    }
    View to = call.output();
    View from = call.input(0);
    boolean plain =
        call.inputs().size() == 1
            && block.tensor(from).space().endsWith("hbm")
            && from.dynamic().isEmpty()
            && block.in(to, "sbuf")
            && block.isPlain(to)
            && block.isWhole(to)
            && uses.writesOf(to.tensor()).size() == 1;
    if (plain) {
      Declaration tile = block.tensor(to);
      pieces.put(to.tensor(), new Piece(from, tile.shape(), tile.dtype()));
      sources.add(from.tensor());
    }
  }

  /** Adds up what tiles hold that are no pieces, each from its first use to its last. */
  private void measure() {
    for (Declaration tile : block.tensors().values()) {
      List<Integer> writes = uses.writesOf(tile.id());
      boolean counts = tile.space().equals("sbuf") && !pieces.containsKey(tile.id());
      if (counts && !writes.isEmpty()) {
        others[writes.get(0)] += tile.rowBytes();
        others[uses.lastOf(tile.id()) + 1] -= tile.rowBytes();
      }
    }
    for (int place = 1; place < others.length; place++) {
      others[place] += others[place - 1];
    }
  }

  private Block result() {
    List<Call> left = new ArrayList<>();
    Map<Integer, Declaration> tensors = new LinkedHashMap<>(block.tensors());
    for (int place = 0; place < block.calls().size(); place++) {
      Call call = block.calls().get(place);
      if (isLoaded(call)) {
        tensors.remove(call.output().tensor());
      } else {
        left.add(call.with(call.inputs().stream().map(this::renamed).toList()));
      }
      call.outputs().stream().map(View::tensor).filter(sources::contains).forEach(this::forget);
      makeSpace(place);
    }
    return new Block(left, tensors, block.independent());
  }

  /** Whether a call loads what a tile holds; if it loads something else, that is held from now. */
  private boolean isLoaded(Call call) {
    Piece piece = call.outputs().size() == 1 ? pieces.get(call.output().tensor()) : null;
    if (piece == null) {
      return false;
    }
    Integer tile = here.get(piece);
    if (tile == null) {
      here.put(piece, call.output().tensor());
      held += bytes(call.output().tensor());
      return false;
    }
    instead.put(call.output().tensor(), tile);
    return true;
  }

  /** What a tensor in HBM held is no longer what was loaded from it. */
  private void forget(int written) {
    Iterator<Map.Entry<Piece, Integer>> all = here.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Piece, Integer> one = all.next();
      if (one.getKey().source.tensor() == written) {
        held -= bytes(one.getValue());
        all.remove();
      }
    }
  }

  private void makeSpace(int place) {
    Iterator<Integer> oldest = here.values().iterator();
    while (oldest.hasNext() && held + others[place] > Block.SBUF) {
      held -= bytes(oldest.next());
      oldest.remove();
    }
  }

  private long bytes(int tile) {
    return block.tensors().get(tile).rowBytes();
  }

  private View renamed(View view) {
    Piece piece = pieces.get(view.tensor());
    if (piece == null) {
      return view;
    }
    here.get(piece); // moves it to the latest
    int tile = instead.getOrDefault(view.tensor(), view.tensor());
    return new View(tile, view.offset(), view.dims(), view.dynamic(), view.dtype());
  }
}

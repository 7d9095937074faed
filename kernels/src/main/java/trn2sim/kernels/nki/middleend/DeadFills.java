package trn2sim.kernels.nki.middleend;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.View;

/**
 * Leaves out fills of tiles in SBUF that loads or copies overwrite whole before anything reads
 * them, as kernels have them that zero a tile because a load might be masked.
 */
final class DeadFills {
  /** What writes all that it names and reads nothing there. */
  private static final Set<String> WRITERS = Set.of("dma_copy", "tensor_copy", "memset");

  private final Block block;
  private final Block.Uses uses;

  private DeadFills(Block block) {
    this.block = block;
    this.uses = block.uses();
  }

  static Block of(Block block) {
    return block.without(new DeadFills(block)::isDead);
  }

  private boolean isDead(int place) {
    Call fill = block.calls().get(place);
    if (!fill.op().equals("memset") || fill.has("mask")) {
      return false;
    }
    View tile = fill.output();
    return block.in(tile, "sbuf")
        && block.isPlain(tile)
        && block.isWhole(tile)
        && isOverwritten(tile, place);
  }

  /** Whether writes that follow cover the tile before the first read. */
  private boolean isOverwritten(View tile, int place) {
    int read = first(uses.readsOf(tile.tensor()), place);
    int pitch = Math.toIntExact(Block.pitch(block.tensor(tile)));
    BitSet columns = new BitSet(pitch);
    for (int write : uses.writesOf(tile.tensor())) {
      if (write > place && write < read) {
        Call call = block.calls().get(write);
        if (WRITERS.contains(call.op()) && !call.has("mask") && !call.has("oob_mode")) {
          cover(columns, call.output(), tile);
        }
      }
    }
    return columns.cardinality() == pitch;
  }

  private static int first(List<Integer> places, int after) {
    return places.stream().filter(place -> place > after).findFirst().orElse(Integer.MAX_VALUE);
  }

  /** Marks the columns that a view of all partitions writes. */
  private void cover(BitSet columns, View view, View tile) {
    long pitch = Block.pitch(block.tensor(tile));
    View.Dim rows = view.dims().get(0);
    boolean all = rows.stride() == pitch && rows.count() * pitch == block.tensor(tile).size();
    if (all && block.isPlain(view) && view.offset() < pitch) {
      mark(columns, view, 1, Math.toIntExact(view.offset()));
    }
  }

  private static void mark(BitSet columns, View view, int dim, int column) {
    if (dim == view.dims().size()) {
      columns.set(column);
      return;
    }
    View.Dim loop = view.dims().get(dim);
    if (loop.stride() == 1 && dim == view.dims().size() - 1) {
      columns.set(column, column + Math.toIntExact(loop.count()));
      return;
    }
    for (int i = 0; i < loop.count(); i++) {
      mark(columns, view, dim + 1, column + Math.toIntExact(i * loop.stride()));
    }
  }
}

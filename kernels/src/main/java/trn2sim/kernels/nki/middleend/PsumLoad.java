package trn2sim.kernels.nki.middleend;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.kernels.nki.stream.Declaration;

/** What the tiles of a program hold of a partition of PSUM, each from its first use to its last. */
final class PsumLoad {
  private static final long BYTES = 8 * 2048;

  private final Map<Integer, Declaration> tensors;
  private final long[] held;
  private final long[] begun;
  private final Map<Integer, Integer> last = new HashMap<>();

  PsumLoad(Block block, Block.Uses uses) {
    tensors = block.tensors();
    held = new long[block.calls().size()];
    begun = new long[held.length];
    for (Declaration tile : tensors.values()) {
      List<Integer> writes = uses.writesOf(tile.id());
      if (tile.space().equals("psum") && !writes.isEmpty()) {
        last.put(tile.id(), writes.get(0) - 1);
        begun[writes.get(0)] += tile.rowBytes();
        add(tile, uses.lastOf(tile.id()));
      }
    }
  }

  /**
   * Holds a tile until another call too, if there is space for it that long: all that is begun
   * meanwhile must fit beside it, lest matmuls wait for banks that are only waiting to be read.
   */
  boolean extend(int tensor, int end) {
    Declaration tile = tensors.get(tensor);
    long bytes = tile.rowBytes();
    long beside = bytes;
    for (int place = last.get(tensor) + 1; place <= end; place++) {
      beside += begun[place];
      if (beside > BYTES || held[place] + bytes > BYTES) {
        return false;
      }
    }
    add(tile, end);
    return true;
  }

  private void add(Declaration tile, int end) {
    for (int place = last.get(tile.id()) + 1; place <= end; place++) {
      held[place] += tile.rowBytes();
    }
    last.merge(tile.id(), end, Math::max);
  }
}

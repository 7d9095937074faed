package trn2sim.kernels.nki.middleend;

import java.util.Map;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.View;

/** Which columns of a tile views touch. */
final class Columns {
  private Columns() {}

  /** How many a view has. */
  static long count(View view) {
    return view.size() / view.dims().get(0).count();
  }

  /** Whether two views may share elements: in one tensor, and on chip in the same columns. */
  static boolean meet(Map<Integer, Declaration> tensors, View one, View two) {
    if (one.tensor() != two.tensor()) {
      return false;
    }
    Declaration tile = Block.tensor(tensors, one);
    if (!areKnown(tile, one) || !areKnown(tile, two)) {
      return true;
    }
    long pitch = Block.pitch(tile);
    long from = Math.max(one.offset() % pitch, two.offset() % pitch);
    return from <= Math.min(last(one, pitch), last(two, pitch));
  }

  /** On chip, in the tile's own type, at a place known beforehand. */
  private static boolean areKnown(Declaration tile, View view) {
    return !tile.space().endsWith("hbm") && view.dynamic().isEmpty() && view.dtype().isEmpty();
  }

  /** The last column that a view reaches, or the tile's last if it goes about it otherwise. */
  private static long last(View view, long pitch) {
    long last = view.offset() % pitch;
    for (View.Dim dim : view.dims().subList(1, view.dims().size())) {
      if (dim.stride() < 0) {
        return pitch;
      }
      last += dim.stride() * (dim.count() - 1);
    }
    return last;
  }
}

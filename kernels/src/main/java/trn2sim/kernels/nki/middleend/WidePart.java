package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.List;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.View;

/**
 * Where a tile lies in a wider one: beside others of its size.
 *
 * @param pitch elements of a partition of the tile
 * @param place how many tiles come before it
 */
record WidePart(Declaration whole, long pitch, int place) {
  /** Bytes of a partition that a PSUM bank has: what a matmul may write lies in one. */
  static final long BANK = 2048;

  /** A view of the tile, in the wider one. */
  View of(View view) {
    long offset =
        view.offset() / pitch * Block.pitch(whole) + view.offset() % pitch + place * pitch;
    List<View.Dim> dims = new ArrayList<>(view.dims());
    long rows = dims.get(0).stride() == 0 ? 0 : Block.pitch(whole);
    dims.set(0, new View.Dim(rows, dims.get(0).count()));
    return new View(whole.id(), offset, dims, view.dynamic(), view.dtype());
  }
}

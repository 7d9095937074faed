package trn2sim.kernels.functional;

import java.util.BitSet;
import java.util.stream.LongStream;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Pattern.Dim;
import trn2sim.hw.memory.Region;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

/**
 * Finds the elements of an operand one by one: of a buffer in the memory of another, of a pattern
 * that goes backwards, or where values in memory say. Elements move bit by bit.
 */
final class Places {
  private final CoreMemory memory;

  Places(CoreMemory memory) {
    this.memory = memory;
  }

  /** Whether an operand is no regular piece of its own storage. */
  boolean needed(Access access) {
    return access.index().isPresent()
        || memory.isShared(access.buffer())
        || access.pattern().dims().stream().anyMatch(dim -> dim.stride() < 0);
  }

  /** The elements as a dense tile; those out of bounds are zero. */
  Tile gather(Access access) {
    Storage dense = Storage.allocate(access.dtype(), Math.toIntExact(access.size()));
    Cells cells = new Cells(access.buffer(), memory);
    each(access, (element, place) -> dense.setBits(element, cells.bits(place)));
    return Tile.dense(dense, access.rows(), access.elements());
  }

  /** Which elements are out of bounds, counted row by row. */
  int[] outside(Access access) {
    BitSet outside = new BitSet();
    outside.set(0, Math.toIntExact(access.size()));
    each(access, (element, place) -> outside.clear(element));
    return outside.stream().toArray();
  }

  /** Writes a dense tile to the elements; those out of bounds are skipped. */
  void scatter(Tile dense, Access access) {
    Cells cells = new Cells(access.buffer(), memory);
    int cols = access.elements();
    each(
        access,
        (element, place) ->
            cells.setBits(place, dense.data().bits(dense.index(element / cols, element % cols))));
  }

  /** Adds a tile to the elements, one row after another; those out of bounds are skipped. */
  void add(Tile tile, Access access) {
    Storage one = Storage.allocate(access.dtype(), 1);
    Cells cells = new Cells(access.buffer(), memory);
    each(
        access,
        (element, place) -> {
          one.setBits(0, cells.bits(place));
          double more = tile.exact(element / tile.cols(), element % tile.cols());
          one.setExact(0, one.exact(0) + more, Rounding.NEAREST_EVEN);
          cells.setBits(place, one.bits(0));
        });
  }

  /** An element of an operand, counted row by row, and its place in the buffer. */
  private interface Visitor {
    void at(int element, long place);
  }

  /** Visits the elements that are not out of bounds. */
  private void each(Access access, Visitor visitor) {
    long[] offsets = LongStream.range(0, access.elements()).map(i -> offset(access, i)).toArray();
    long size = access.buffer().size();
    for (int row = 0; row < access.rows(); row++) {
      long start = start(access, row);
      for (int i = 0; i < offsets.length; i++) {
        long place = start + offsets[i];
        if (place >= 0 && place < size) {
          visitor.at(row * offsets.length + i, place);
        }
      }
    }
  }

  /** What lies around the elements that are not out of bounds: rows and columns of the buffer. */
  Region region(Access access) {
    int cols = access.buffer().cols();
    long low = Long.MAX_VALUE;
    long high = -1;
    long left = cols;
    long right = 0;
    for (int row = 0; row < access.rows(); row++) {
      long start = start(access, row) + access.pattern().low();
      long first = Math.max(start, 0);
      long last = Math.min(start + access.pattern().span(), access.buffer().size()) - 1;
      if (first <= last) {
        boolean within = first / cols == last / cols;
        low = Math.min(low, first);
        high = Math.max(high, last);
        left = Math.min(left, within ? first % cols : 0);
        right = Math.max(right, within ? last % cols + 1 : cols);
      }
    }
    return high < 0
        ? new Region(0, 0, 0, 0)
        : new Region((int) (low / cols), (int) (high / cols) + 1, left, right);
  }

  /** The flat place of the first element of a row. */
  private long start(Access access, int row) {
    long first = (long) memory.row(access) * access.buffer().cols() + access.col();
    if (access.index().isEmpty()) {
      return first + (long) row * access.pitch();
    }
    Access.Index index = access.index().get();
    Access values = index.values();
    int at = index.perRow() ? row : 0;
    long cell =
        (long) (memory.row(values) + at / values.elements()) * values.buffer().cols()
            + values.col()
            + offset(values, at % values.elements());
    long moved = first + value(values.buffer(), cell) * index.unit();
    return index.perRow() ? moved : moved + (long) row * access.pitch();
  }

  private long value(Buffer buffer, long place) {
    Storage one = Storage.allocate(buffer.dtype(), 1);
    one.setBits(0, new Cells(buffer, memory).bits(place));
    return (long) one.exact(0);
  }

  private static long offset(Access access, long element) {
    long left = element;
    long offset = 0;
    for (int d = access.pattern().dims().size() - 1; d >= 0; d--) {
      Dim dim = access.pattern().dims().get(d);
      offset += left % dim.count() * dim.stride();
      left /= dim.count();
    }
    return offset;
  }
}

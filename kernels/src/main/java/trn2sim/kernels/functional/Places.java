package trn2sim.kernels.functional;

import java.util.stream.IntStream;
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
  private static final long NOWHERE = -1;

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
    for (int row = 0; row < access.rows(); row++) {
      long start = start(access, row);
      for (int i = 0; i < access.elements(); i++) {
        long place = inside(access, start, i);
        if (place != NOWHERE) {
          dense.setBits(row * access.elements() + i, bits(access.buffer(), place));
        }
      }
    }
    return Tile.dense(dense, access.rows(), access.elements());
  }

  /** Which elements are out of bounds, counted row by row. */
  int[] outside(Access access) {
    IntStream.Builder found = IntStream.builder();
    for (int row = 0; row < access.rows(); row++) {
      long start = start(access, row);
      for (int i = 0; i < access.elements(); i++) {
        if (inside(access, start, i) == NOWHERE) {
          found.add(row * access.elements() + i);
        }
      }
    }
    return found.build().toArray();
  }

  /** Writes a dense tile to the elements; those out of bounds are skipped. */
  void scatter(Tile dense, Access access) {
    for (int row = 0; row < access.rows(); row++) {
      long start = start(access, row);
      for (int i = 0; i < access.elements(); i++) {
        long place = inside(access, start, i);
        if (place != NOWHERE) {
          setBits(access.buffer(), place, dense.data().bits(dense.index(row, i)));
        }
      }
    }
  }

  /** Adds a tile to the elements, one row after another; those out of bounds are skipped. */
  void add(Tile tile, Access access) {
    Storage one = Storage.allocate(access.dtype(), 1);
    for (int at = 0; at < access.size(); at++) {
      int row = at / access.elements();
      long place = inside(access, start(access, row), at % access.elements());
      if (place != NOWHERE) {
        one.setBits(0, bits(access.buffer(), place));
        double more = tile.data().exact(tile.index(at / tile.cols(), at % tile.cols()));
        one.setExact(0, one.exact(0) + more, Rounding.NEAREST_EVEN);
        setBits(access.buffer(), place, one.bits(0));
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

  private static long inside(Access access, long start, int element) {
    long place = start + offset(access, element);
    return place < 0 || place >= access.buffer().size() ? NOWHERE : place;
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
    one.setBits(0, bits(buffer, place));
    return (long) one.exact(0);
  }

  private static long offset(Access access, int element) {
    int left = element;
    long offset = 0;
    for (int d = access.pattern().dims().size() - 1; d >= 0; d--) {
      Dim dim = access.pattern().dims().get(d);
      offset += (long) (left % dim.count()) * dim.stride();
      left /= dim.count();
    }
    return offset;
  }

  private long firstByte(Buffer buffer, long place) {
    Buffer owner = memory.owner(buffer);
    long row = buffer.home().row() + place / buffer.cols();
    long column = place % buffer.cols() * buffer.dtype().bytes();
    return row * owner.rowBytes() + buffer.home().bytes() + column;
  }

  private int bits(Buffer buffer, long place) {
    Buffer owner = memory.owner(buffer);
    Storage storage = memory.storage(owner);
    int width = owner.dtype().bytes();
    long first = firstByte(buffer, place);
    int bits = 0;
    for (int i = 0; i < buffer.dtype().bytes(); i++) {
      int element = storage.bits((int) ((first + i) / width));
      int shift = (int) ((first + i) % width) * Byte.SIZE;
      bits |= ((element >>> shift) & 0xFF) << (i * Byte.SIZE);
    }
    return bits;
  }

  private void setBits(Buffer buffer, long place, int bits) {
    Buffer owner = memory.owner(buffer);
    Storage storage = memory.storage(owner);
    int width = owner.dtype().bytes();
    long first = firstByte(buffer, place);
    for (int i = 0; i < buffer.dtype().bytes(); i++) {
      int element = (int) ((first + i) / width);
      int shift = (int) ((first + i) % width) * Byte.SIZE;
      int cleared = storage.bits(element) & ~(0xFF << shift);
      storage.setBits(element, cleared | (((bits >>> (i * Byte.SIZE)) & 0xFF) << shift));
    }
  }
}

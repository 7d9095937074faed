package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Pattern.Dim;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/**
 * Turns operands into two-dimensional tiles. A pattern with more than one loop is gathered into a
 * dense tile first, and scattered back if it is written; so is one whose elements {@link Places}
 * has to find one by one, and one that is written over what the instruction still reads.
 */
final class CoreOperands {
  private final CoreMemory memory;
  private final TileMath math;
  private final Places places;
  private final List<Access> sources;

  CoreOperands(CoreMemory memory, TileMath math) {
    this(memory, math, List.of());
  }

  /** {@code sources} is what the instruction reads of this memory. */
  CoreOperands(CoreMemory memory, TileMath math, List<Access> sources) {
    this.memory = memory;
    this.math = math;
    this.places = new Places(memory);
    this.sources = sources;
  }

  /** An operand to read. */
  Tile read(Access access) {
    if (places.needed(access)) {
      return places.gather(access);
    }
    List<Tile> pieces = pieces(access);
    return pieces.size() == 1 ? pieces.get(0) : gather(access, pieces);
  }

  /** The elements that an index puts out of bounds, counted row by row. */
  int[] outside(Access access) {
    return access.index().isEmpty() ? new int[0] : places.outside(access);
  }

  /** An operand to write with {@code work}. */
  void write(Access access, Consumer<Tile> work) {
    if (places.needed(access)) {
      Tile dense = places.gather(access);
      work.accept(dense);
      places.scatter(dense, access);
      return;
    }
    List<Tile> pieces = pieces(access);
    if (pieces.size() == 1 && sources.stream().noneMatch(source -> isTouched(source, access))) {
      work.accept(pieces.get(0));
      return;
    }
    Tile dense = gather(access, pieces);
    work.accept(dense);
    int col = 0;
    for (Tile piece : pieces) {
      math.copy(dense.cols(col, piece.cols()), piece);
      col += piece.cols();
    }
  }

  /** Adds a tile to an operand row by row, so that rows which are one place add up. */
  void add(Tile tile, Access access) {
    places.add(tile, access);
  }

  /** An element that replaces itself is no matter: {@link TileMath} may work in place. */
  private boolean isTouched(Access source, Access target) {
    return memory.identity(source.buffer()) == memory.identity(target.buffer())
        && !source.equals(target)
        && memory.footprint(source).overlaps(memory.footprint(target));
  }

  private Tile gather(Access access, List<Tile> pieces) {
    Storage storage = Storage.allocate(access.dtype(), (int) access.size());
    Tile dense = Tile.dense(storage, access.rows(), access.elements());
    int col = 0;
    for (Tile piece : pieces) {
      math.copy(piece, dense.cols(col, piece.cols()));
      col += piece.cols();
    }
    return dense;
  }

  /** One tile for each round of the outer loops; adjacent loops are merged first. */
  private List<Tile> pieces(Access access) {
    Storage storage = memory.storage(access.buffer());
    int base = memory.row(access) * access.buffer().cols() + access.col();
    List<Dim> dims = merged(access.pattern().dims());
    Dim inner = dims.get(dims.size() - 1);
    List<Tile> pieces = new ArrayList<>(1);
    int rounds = access.elements() / inner.count();
    for (int round = 0; round < rounds; round++) {
      int offset = base + offset(dims, round);
      pieces.add(
          new Tile(storage, offset, access.rows(), access.pitch(), inner.count(), inner.stride()));
    }
    return pieces;
  }

  private static int offset(List<Dim> dims, int round) {
    int left = round;
    int offset = 0;
    for (int i = dims.size() - 2; i >= 0; i--) {
      offset += left % dims.get(i).count() * dims.get(i).stride();
      left /= dims.get(i).count();
    }
    return offset;
  }

  private static List<Dim> merged(List<Dim> dims) {
    List<Dim> merged = new ArrayList<>();
    for (Dim dim : dims) {
      int last = merged.size() - 1;
      if (last >= 0 && merged.get(last).stride() == dim.stride() * dim.count()) {
        merged.set(last, new Dim(dim.stride(), merged.get(last).count() * dim.count()));
      } else {
        merged.add(dim);
      }
    }
    return merged;
  }
}

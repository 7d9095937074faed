package trn2sim.kernels.functional;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;

/**
 * In whose storage the elements of each buffer are. Buffers with a memory of their own hold
 * themselves. Those that lie in another's share its storage, byte by byte, only where they overlap
 * with others: a tile at an address of its own, or several of one shape and type that take turns at
 * one, are held by the first of them, and can be worked on in place.
 */
final class Holders {
  /** A rectangle of a memory: rows, and bytes of each. */
  private record Place(int row, int rows, long start, long bytes) {
    static Place of(Buffer buffer) {
      Buffer.Home home = buffer.home();
      return new Place(home.row(), buffer.rows(), home.bytes(), buffer.rowBytes());
    }

    boolean overlaps(Place other) {
      return row < other.row + other.rows
          && other.row < row + rows
          && start < other.start + other.bytes
          && other.start < start + bytes;
    }
  }

  private record Form(DType type, int cols) {}

  private final int[] holders;
  private final boolean[] mixed;

  /** {@code used} says which buffers an instruction names. */
  Holders(List<Buffer> buffers, Predicate<Buffer> used) {
    this.holders = new int[buffers.size()];
    this.mixed = new boolean[buffers.size()];
    buffers.forEach(buffer -> holders[buffer.id()] = buffer.home().owner());
    buffers.stream().filter(Buffer::isShared).forEach(b -> mixed[b.home().owner()] = true);
    buffers.stream()
        .filter(buffer -> buffer.onChip() && mixed[buffer.home().owner()] && used.test(buffer))
        .collect(Collectors.groupingBy(buffer -> buffer.home().owner()))
        .values()
        .forEach(this::settle);
  }

  /** The number of the buffer that holds the elements of another. */
  int of(Buffer buffer) {
    return holders[buffer.id()];
  }

  /** Whether it is held by a buffer of another shape or type. */
  boolean isMixed(Buffer buffer) {
    return mixed[holders[buffer.id()]];
  }

  private void settle(List<Buffer> memory) {
    Map<Place, List<Buffer>> places =
        memory.stream()
            .collect(Collectors.groupingBy(Place::of, LinkedHashMap::new, Collectors.toList()));
    places.forEach(
        (place, tiles) -> {
          boolean alone =
              places.keySet().stream().noneMatch(p -> !p.equals(place) && p.overlaps(place));
          if (alone && isOfOneForm(tiles)) {
            int holder = tiles.get(0).id();
            tiles.forEach(tile -> holders[tile.id()] = holder);
            mixed[holder] = false;
          }
        });
  }

  private static boolean isOfOneForm(List<Buffer> tiles) {
    return tiles.stream().map(tile -> new Form(tile.dtype(), tile.cols())).distinct().count() == 1;
  }
}

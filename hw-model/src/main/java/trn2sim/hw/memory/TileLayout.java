package trn2sim.hw.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The space a program's on-chip buffers take: SBUF in bytes per partition, PSUM in banks. Tiles of
 * one group share a pool, whose live tiles may be bounded.
 */
public final class TileLayout {
  /** The number of the SBUF among spaces. */
  public static final int SBUF = 0;

  /** The number of the PSUM among spaces. */
  public static final int PSUM = 1;

  /** Stands for the tile of a buffer in HBM. */
  public static final int OFF_CHIP = -1;

  /** A buffer's piece of a space. */
  public record Tile(String name, int space, long units, int pool) {}

  /** Tiles with the same role, and how many of them may be live at once. */
  public record Pool(String name, int limit) {}

  private final List<Tile> tiles = new ArrayList<>();
  private final List<Pool> pools = new ArrayList<>();

  /** By buffer: its tile. */
  private final int[] tileOf;

  /**
   * @param limits how many tiles of a group may be live at once; no entry, no limit
   */
  public TileLayout(List<Buffer> buffers, Map<String, Integer> limits, int bankBytes) {
    this.tileOf = new int[buffers.size()];
    Arrays.fill(tileOf, OFF_CHIP);
    Map<String, Integer> known = new LinkedHashMap<>();
    for (Buffer buffer : buffers) {
      if (buffer.onChip() && !buffer.isShared()) {
        int limit = limits.getOrDefault(buffer.group(), Integer.MAX_VALUE);
        int pool = known.computeIfAbsent(buffer.group(), group -> pool(group, limit));
        boolean psum = buffer.space() == MemorySpace.PSUM;
        long units = psum ? (buffer.rowBytes() + bankBytes - 1) / bankBytes : buffer.sbufBytes();
        tileOf[buffer.id()] = tiles.size();
        tiles.add(new Tile(buffer.name(), psum ? PSUM : SBUF, units, pool));
      }
    }
    buffers.stream()
        .filter(Buffer::isShared)
        .forEach(buffer -> tileOf[buffer.id()] = tileOf[buffer.home().owner()]);
  }

  private int pool(String group, int limit) {
    pools.add(new Pool(group, limit));
    return pools.size() - 1;
  }

  public List<Tile> tiles() {
    return tiles;
  }

  public List<Pool> pools() {
    return pools;
  }

  /** The tile of the buffer with this number, or {@link #OFF_CHIP}. */
  public int tile(int buffer) {
    return tileOf[buffer];
  }

  /** The tiles that an instruction with these operands touches, each once. */
  public int[] touched(List<Access> reads, List<Access> writes) {
    int[] touched = new int[writes.size() + reads.size()];
    int count = 0;
    for (int i = 0; i < touched.length; i++) {
      Buffer buffer = (i < writes.size() ? writes.get(i) : reads.get(i - writes.size())).buffer();
      if (buffer.onChip() && !contains(touched, count, tileOf[buffer.id()])) {
        touched[count++] = tileOf[buffer.id()];
      }
    }
    return count == touched.length ? touched : Arrays.copyOf(touched, count);
  }

  private static boolean contains(int[] values, int count, int value) {
    for (int i = 0; i < count; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }
}

package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import trn2sim.core.program.Program;
import trn2sim.core.program.Program.Tile;
import trn2sim.hw.spec.NkiLimits;

/**
 * What a program holds on chip at the moment it needs most, when run one instruction at a time: the
 * least that must fit. A real run holds more where there is room, to run ahead.
 */
public record SpaceLedger(List<Entry> entries, long sbufPeakBytes, long sbufCapacityBytes) {
  private static final int SBUF = 0;

  /**
   * What counts the copies of a tile in its name: {@code sum3}, and {@code v11#3} of recordings.
   */
  static final Pattern COPY = Pattern.compile("#?\\d+$");

  /** All live tiles of one role. */
  public record Entry(String buffer, String memory, long bytes) {}

  /** Whether it fits at all. */
  public boolean fits() {
    return sbufPeakBytes <= sbufCapacityBytes;
  }

  public static SpaceLedger of(Program program) {
    int[] lastUse = new int[program.tileCount()];
    for (int task = 0; task < program.size(); task++) {
      for (int tile : program.tiles(task)) {
        lastUse[tile] = task;
      }
    }
    boolean[] live = new boolean[program.tileCount()];
    Map<String, Long> held = new TreeMap<>();
    Map<String, Long> most = Map.of();
    long sum = 0;
    long peak = 0;
    for (int task = 0; task < program.size(); task++) {
      for (int tile : program.tiles(task)) {
        if (!live[tile] && program.tile(tile).space() == SBUF) {
          live[tile] = true;
          sum += change(held, program.tile(tile), 1);
        }
      }
      if (sum > peak) {
        peak = sum;
        most = new TreeMap<>(held);
      }
      for (int tile : program.tiles(task)) {
        if (live[tile] && lastUse[tile] == task) {
          live[tile] = false;
          sum += change(held, program.tile(tile), -1);
        }
      }
    }
    long capacity = program.spaces().get(SBUF).capacity() * NkiLimits.PARTITIONS;
    return new SpaceLedger(entries(most), peak * NkiLimits.PARTITIONS, capacity);
  }

  private static long change(Map<String, Long> held, Tile tile, int sign) {
    held.merge(COPY.matcher(tile.name()).replaceFirst(""), sign * tile.units(), Long::sum);
    return sign * tile.units();
  }

  private static List<Entry> entries(Map<String, Long> most) {
    List<Entry> entries = new ArrayList<>();
    most.forEach(
        (name, units) -> {
          if (units > 0) {
            entries.add(new Entry(name, "SBUF", units * NkiLimits.PARTITIONS));
          }
        });
    entries.sort((a, b) -> Long.compare(b.bytes(), a.bytes()));
    return entries;
  }
}

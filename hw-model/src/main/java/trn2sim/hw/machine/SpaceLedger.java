package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongBiFunction;
import java.util.regex.Pattern;
import trn2sim.core.program.Program;
import trn2sim.core.program.Program.Tile;
import trn2sim.hw.spec.NkiLimits;

/**
 * What a program holds on chip at the moment it needs most, when run one instruction at a time: the
 * least that must fit. A real run holds more where there is room, to run ahead.
 *
 * @param entries what is held in SBUF at that moment
 * @param psumBanks those that the program may use
 */
public record SpaceLedger(
    List<Entry> entries,
    long sbufPeakBytes,
    long sbufCapacityBytes,
    long psumPeakBanks,
    long psumBanks) {
  /** The numbers of the memories among a program's spaces. */
  public static final int SBUF = 0;

  public static final int PSUM = 1;

  /**
   * What counts the copies of a tile in its name: {@code sum3}, and {@code v11#3} of recordings.
   */
  static final Pattern COPY = Pattern.compile("#?\\d+$");

  /** All live tiles of one role. */
  public record Entry(String buffer, String memory, long bytes) {}

  /** Whether it fits into SBUF at all. */
  public boolean fits() {
    return sbufPeakBytes <= sbufCapacityBytes;
  }

  /** Whether it fits into PSUM. */
  public boolean fitsPsum() {
    return psumPeakBanks <= psumBanks;
  }

  public static SpaceLedger of(Program program) {
    int[] lastUse = new int[program.tileCount()];
    for (int task = 0; task < program.size(); task++) {
      for (int tile : program.tiles(task)) {
        lastUse[tile] = task;
      }
    }
    Map<String, Long> held = new TreeMap<>();
    Map<String, Long> most = new TreeMap<>();
    long peak =
        peak(
            program,
            lastUse,
            SBUF,
            (tile, sign) -> change(held, tile, sign),
            () -> {
              most.clear();
              most.putAll(held);
            });
    long banks = peak(program, lastUse, PSUM, (tile, sign) -> sign * tile.units(), () -> {});
    return new SpaceLedger(
        entries(most),
        peak * NkiLimits.PARTITIONS,
        program.spaces().get(SBUF).capacity() * NkiLimits.PARTITIONS,
        banks,
        program.spaces().get(PSUM).capacity());
  }

  private static long peak(
      Program program,
      int[] lastUse,
      int space,
      ToLongBiFunction<Tile, Integer> change,
      Runnable atPeak) {
    boolean[] live = new boolean[program.tileCount()];
    long sum = 0;
    long peak = 0;
    for (int task = 0; task < program.size(); task++) {
      for (int tile : program.tiles(task)) {
        if (!live[tile] && program.tile(tile).space() == space) {
          live[tile] = true;
          sum += change.applyAsLong(program.tile(tile), 1);
        }
      }
      if (sum > peak) {
        peak = sum;
        atPeak.run();
      }
      for (int tile : program.tiles(task)) {
        if (live[tile] && lastUse[tile] == task) {
          live[tile] = false;
          sum += change.applyAsLong(program.tile(tile), -1);
        }
      }
    }
    return peak;
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

package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
    Lives lives = Lives.of(program);
    Peak sbuf = lives.peak(SBUF);
    return new SpaceLedger(
        entries(lives.heldAt(sbuf.task, SBUF)),
        sbuf.units * NkiLimits.PARTITIONS,
        program.spaces().get(SBUF).capacity() * NkiLimits.PARTITIONS,
        lives.peak(PSUM).units,
        program.spaces().get(PSUM).capacity());
  }

  /** The first task during which a memory holds most. */
  private record Peak(int task, long units) {}

  /** From which task to which a program needs its tiles. */
  private record Lives(Program program, int[] first, int[] last) {
    static Lives of(Program program) {
      int[] first = new int[program.tileCount()];
      int[] last = new int[program.tileCount()];
      Arrays.fill(first, Integer.MAX_VALUE);
      for (int task = 0; task < program.size(); task++) {
        for (int tile : program.tiles(task)) {
          first[tile] = Math.min(first[tile], task);
          last[tile] = task;
        }
      }
      return new Lives(program, first, last);
    }

    Peak peak(int space) {
      long[] changes = new long[program.size() + 1];
      tiles(space)
          .filter(tile -> first[tile] <= last[tile])
          .forEach(
              tile -> {
                changes[first[tile]] += program.tile(tile).units();
                changes[last[tile] + 1] -= program.tile(tile).units();
              });
      Peak peak = new Peak(-1, 0);
      long held = 0;
      for (int task = 0; task < program.size(); task++) {
        held += changes[task];
        peak = held > peak.units ? new Peak(task, held) : peak;
      }
      return peak;
    }

    List<Tile> heldAt(int task, int space) {
      return tiles(space)
          .filter(tile -> first[tile] <= task && task <= last[tile])
          .mapToObj(program::tile)
          .toList();
    }

    private IntStream tiles(int space) {
      return IntStream.range(0, program.tileCount())
          .filter(tile -> program.tile(tile).space() == space);
    }
  }

  private static List<Entry> entries(List<Tile> held) {
    Map<String, Long> units = new TreeMap<>();
    for (Tile tile : held) {
      units.merge(COPY.matcher(tile.name()).replaceFirst(""), tile.units(), Long::sum);
    }
    List<Entry> entries = new ArrayList<>();
    units.forEach(
        (name, sum) -> {
          if (sum > 0) {
            entries.add(new Entry(name, "SBUF", sum * NkiLimits.PARTITIONS));
          }
        });
    entries.sort(Comparator.comparingLong(Entry::bytes).reversed());
    return entries;
  }
}

package trn2sim.kernels.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Region;

/**
 * What the last instructions that wrote a core's memory on chip put where. Tiles at fixed addresses
 * lie in one memory, so it goes by place, not by tile.
 */
final class TileHistory {
  /** What an instruction wrote, as its number. */
  record Part(Access access, Region region, int number) {}

  private final Map<Integer, List<Part>> memories = new HashMap<>();

  /** The writes of which an operand may hold something, in their order. */
  List<Part> under(Access access) {
    Region wanted = access.footprint();
    return memories.getOrDefault(access.buffer().home().owner(), List.of()).stream()
        .filter(part -> part.region().overlaps(wanted))
        .toList();
  }

  /** Whether nothing else is in an operand than what this write put there. */
  static boolean isAll(Part part, Access access) {
    return part.access().fills(part.region()) && part.region().covers(access.footprint());
  }

  void write(Access access, int number) {
    Region region = access.footprint();
    List<Part> parts =
        memories.computeIfAbsent(access.buffer().home().owner(), owner -> new ArrayList<>());
    boolean fills = access.fills(region);
    boolean still = !access.movesAtRunTime();
    parts.removeIf(
        part -> (still && part.access().equals(access)) || (fills && region.covers(part.region())));
    parts.add(new Part(access, region, number));
  }
}

package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Program;

/** The buffers of a program's memories, and which of them each tile belongs to. */
final class BufferNames {
  private static final int MOST = 8;
  private static final String OTHERS = "others";

  private final List<List<String>> bySpace = new ArrayList<>();
  private final int[] bufferOf;

  BufferNames(Program program) {
    bufferOf = new int[program.tileCount()];
    for (int space = 0; space < program.spaces().size(); space++) {
      List<String> largest = largest(program, space);
      boolean all = true;
      for (int tile : program.spaceOrder(space)) {
        int at = largest.indexOf(name(program.tile(tile).name()));
        bufferOf[tile] = at < 0 ? largest.size() : at;
        all &= at >= 0;
      }
      List<String> names = new ArrayList<>(largest);
      if (!all) {
        names.add(OTHERS);
      }
      bySpace.add(names);
    }
  }

  private static List<String> largest(Program program, int space) {
    Map<String, Long> units = new LinkedHashMap<>();
    for (int tile : program.spaceOrder(space)) {
      units.merge(name(program.tile(tile).name()), program.tile(tile).units(), Long::sum);
    }
    return units.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(units.size() > MOST ? MOST - 1 : MOST)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The tiles of one buffer differ in the number at the end of their names. */
  private static String name(String tile) {
    int end = tile.length();
    while (end > 1 && Character.isDigit(tile.charAt(end - 1))) {
      end--;
    }
    boolean separated = end > 1 && end < tile.length() && "_.#".indexOf(tile.charAt(end - 1)) >= 0;
    return tile.substring(0, separated ? end - 1 : end);
  }

  /** Those of a memory, the largest first; the rest are together. */
  List<String> of(int space) {
    return bySpace.get(space);
  }

  /** The place of a tile's buffer among those of its memory. */
  int buffer(int tile) {
    return bufferOf[tile];
  }
}

package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;

/** Which steps of a script use which SBUF tiles. */
final class TileUses {
  /** The next use of a tile that is used no more. */
  static final int NEVER = Integer.MAX_VALUE;

  private final Script script;
  private final List<List<Buffer>> byStep = new ArrayList<>();
  private final int[][] byTile;
  private final boolean[] pinned;

  TileUses(Script script) {
    this.script = script;
    int buffers = script.buffers().size();
    pinned = new boolean[buffers];
    int[] counts = new int[buffers];
    for (Script.Step step : script.steps()) {
      List<Buffer> tiles = tiles(step.instruction());
      byStep.add(tiles);
      for (Buffer tile : tiles) {
        counts[tile.id()]++;
        pinned[tile.id()] |= step.synchronises() || tile.role() != Buffer.Role.SCRATCH;
      }
    }
    byTile = new int[buffers][];
    Arrays.setAll(byTile, id -> new int[counts[id]]);
    for (int i = byStep.size() - 1; i >= 0; i--) {
      for (Buffer tile : byStep.get(i)) {
        byTile[tile.id()][--counts[tile.id()]] = i;
      }
    }
  }

  private static List<Buffer> tiles(Instruction instruction) {
    List<Buffer> tiles = new ArrayList<>(3);
    addTiles(instruction.writes(), tiles);
    addTiles(instruction.reads(), tiles);
    return tiles;
  }

  private static void addTiles(List<Access> accesses, List<Buffer> tiles) {
    for (int i = 0; i < accesses.size(); i++) {
      Buffer buffer = accesses.get(i).buffer();
      if (buffer.space() == MemorySpace.SBUF && !tiles.contains(buffer)) {
        tiles.add(buffer);
      }
    }
  }

  /** What the script holds at the most, in bytes per partition, run one instruction at a time. */
  static long peak(Script script) {
    Lives lives = new Lives(script.buffers().size());
    List<Script.Step> steps = script.steps();
    for (int i = 0; i < steps.size(); i++) {
      Instruction instruction = steps.get(i).instruction();
      lives.use(instruction.writes(), i);
      lives.use(instruction.reads(), i);
    }
    return lives.peak(script.buffers(), steps.size());
  }

  /** The first and last use of each buffer. */
  private static final class Lives {
    private final int[] first;
    private final int[] last;

    Lives(int buffers) {
      first = new int[buffers];
      Arrays.fill(first, NEVER);
      last = new int[buffers];
    }

    void use(List<Access> accesses, int step) {
      for (int i = 0; i < accesses.size(); i++) {
        int id = accesses.get(i).buffer().id();
        first[id] = Math.min(first[id], step);
        last[id] = step;
      }
    }

    long peak(List<Buffer> buffers, int steps) {
      long[] change = new long[steps + 1];
      for (Buffer buffer : buffers) {
        if (buffer.space() == MemorySpace.SBUF && first[buffer.id()] != NEVER) {
          change[first[buffer.id()]] += buffer.rowBytes();
          change[last[buffer.id()] + 1] -= buffer.rowBytes();
        }
      }
      long held = 0;
      long most = 0;
      for (long more : change) {
        held += more;
        most = Math.max(most, held);
      }
      return most;
    }
  }

  /** The SBUF tiles of a step. */
  List<Buffer> of(int step) {
    return byStep.get(step);
  }

  /** The first use of a tile at or after a step. */
  int nextUse(int tile, int step) {
    int at = Arrays.binarySearch(byTile[tile], step);
    int index = at >= 0 ? at : -at - 1;
    return index < byTile[tile].length ? byTile[tile][index] : NEVER;
  }

  /** Whether a step puts something new in all of a tile without reading it. */
  boolean overwrites(int step, Buffer tile) {
    Instruction instruction = script.steps().get(step).instruction();
    return instruction.reads().stream().noneMatch(read -> read.buffer() == tile)
        && instruction.writes().stream()
            .anyMatch(write -> write.buffer() == tile && write.size() == tile.all().size());
  }

  /** Whether a tile has to stay where it is. */
  boolean isPinned(int tile) {
    return pinned[tile];
  }
}

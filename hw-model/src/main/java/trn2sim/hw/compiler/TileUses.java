package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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
    List<List<Integer>> uses = new ArrayList<>();
    for (int i = 0; i < buffers; i++) {
      uses.add(new ArrayList<>(2));
    }
    for (int i = 0; i < script.steps().size(); i++) {
      Script.Step step = script.steps().get(i);
      List<Buffer> tiles =
          Stream.concat(step.instruction().writes().stream(), step.instruction().reads().stream())
              .map(Access::buffer)
              .filter(buffer -> buffer.space() == MemorySpace.SBUF)
              .distinct()
              .toList();
      byStep.add(tiles);
      for (Buffer tile : tiles) {
        uses.get(tile.id()).add(i);
        pinned[tile.id()] |= step.synchronises() || tile.role() != Buffer.Role.SCRATCH;
      }
    }
    byTile = new int[buffers][];
    Arrays.setAll(byTile, id -> uses.get(id).stream().mapToInt(Integer::intValue).toArray());
  }

  /** What the script holds at the most, in bytes per partition, run one instruction at a time. */
  static long peak(Script script) {
    int[] last = new int[script.buffers().size()];
    for (int i = 0; i < script.steps().size(); i++) {
      Instruction instruction = script.steps().get(i).instruction();
      for (Access access : instruction.writes()) {
        last[access.buffer().id()] = i;
      }
      for (Access access : instruction.reads()) {
        last[access.buffer().id()] = i;
      }
    }
    Occupancy occupancy = new Occupancy(last);
    for (int i = 0; i < script.steps().size(); i++) {
      Instruction instruction = script.steps().get(i).instruction();
      occupancy.take(instruction.writes());
      occupancy.take(instruction.reads());
      occupancy.giveBack(instruction.writes(), i);
      occupancy.giveBack(instruction.reads(), i);
    }
    return occupancy.most;
  }

  /** SBUF bytes per partition in use, from the first to the last use of each tile. */
  private static final class Occupancy {
    private final int[] last;
    private final boolean[] live;
    private long held;
    private long most;

    Occupancy(int[] last) {
      this.last = last;
      this.live = new boolean[last.length];
    }

    void take(List<Access> accesses) {
      for (Access access : accesses) {
        Buffer tile = access.buffer();
        if (tile.space() == MemorySpace.SBUF && !live[tile.id()]) {
          live[tile.id()] = true;
          held += tile.rowBytes();
          most = Math.max(most, held);
        }
      }
    }

    void giveBack(List<Access> accesses, int step) {
      for (Access access : accesses) {
        Buffer tile = access.buffer();
        if (live[tile.id()] && last[tile.id()] == step) {
          live[tile.id()] = false;
          held -= tile.rowBytes();
        }
      }
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

package trn2sim.hw.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Program;
import trn2sim.core.program.Program.Space;
import trn2sim.core.program.Program.Tile;
import trn2sim.hw.memory.Buffer;

/**
 * Refuses a program that does not fit even when run one instruction at a time; whatever passes can
 * run, because space is handed out in program order.
 */
final class CapacityCheck {
  private final Program program;
  private final int[] lastUse;

  CapacityCheck(Program program) {
    this.program = program;
    this.lastUse = new int[program.tileCount()];
    for (int task = 0; task < program.size(); task++) {
      for (int tile : program.tiles(task)) {
        lastUse[tile] = task;
      }
    }
  }

  /** Tensors in HBM stay for the whole run, so they are just added up. */
  static void requireHbm(List<Buffer> buffers, long capacity) {
    List<Buffer> tensors = buffers.stream().filter(buffer -> !buffer.onChip()).toList();
    long held = tensors.stream().mapToLong(Buffer::bytes).sum();
    if (held > capacity) {
      String list =
          tensors.stream()
              .map(tensor -> tensor.name() + " " + tensor.bytes())
              .collect(Collectors.joining(", "));
      throw new CapacityException(
          "HBM over capacity: needs "
              + held
              + " B, the stack has "
              + capacity
              + "; held: "
              + list
              + "; use a smaller shape or type",
          -1);
    }
  }

  void require(IntFunction<String> describe) {
    boolean[] live = new boolean[program.tileCount()];
    long[] held = new long[program.spaces().size()];
    for (int task = 0; task < program.size(); task++) {
      Cancellation.check();
      int[] tiles = program.tiles(task);
      for (int tile : tiles) {
        if (!live[tile]) {
          live[tile] = true;
          take(program.tile(tile), held, live, task, describe);
        }
      }
      for (int tile : tiles) {
        if (live[tile] && lastUse[tile] == task) {
          live[tile] = false;
          held[program.tile(tile).space()] -= program.tile(tile).units();
        }
      }
    }
  }

  private void take(
      Tile tile, long[] held, boolean[] live, int task, IntFunction<String> describe) {
    int space = tile.space();
    held[space] += tile.units();
    Space memory = program.spaces().get(space);
    if (held[space] > memory.capacity()) {
      for (int other : program.tiles(task)) {
        boolean counted = live[other] || program.tile(other).space() != space;
        held[space] += counted ? 0 : program.tile(other).units();
        live[other] |= !counted;
      }
      throw new CapacityException(
          message(memory, space, held[space], live, describe.apply(task)), task);
    }
  }

  private String message(Space memory, int space, long held, boolean[] live, String at) {
    Map<String, Long> ledger = new LinkedHashMap<>();
    for (int tile = 0; tile < live.length; tile++) {
      Tile entry = program.tile(tile);
      if (live[tile] && entry.space() == space) {
        ledger.merge(
            SpaceLedger.COPY.matcher(entry.name()).replaceFirst("*"), entry.units(), Long::sum);
      }
    }
    String list =
        ledger.entrySet().stream()
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", "));
    return memory.name()
        + " over capacity at ["
        + at
        + "]: needs "
        + held
        + " "
        + memory.unit()
        + ", has "
        + memory.capacity()
        + "; held: "
        + list
        + "; use smaller blocks, fewer buffers or a smaller shape";
  }
}

package trn2sim.kernels.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;

/**
 * Which instructions of different cores write the same values, as far as the programs show: the
 * same operation on operands of the same history, down to the tensors that the cores of a rank
 * share. What comes from another core or rank is never the same.
 */
final class SameValues {
  /** A tensor as it is before the program starts. */
  private record Start(int rank, String name) {}

  /** An operation, with what its operands hold; or something that no other core has. */
  private record Made(Object what, List<Integer> of) {}

  private final Launch launch;
  private final Set<String> constants;
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final Map<Integer, int[]> made = new HashMap<>();

  SameValues(Launch launch) {
    this.launch = launch;
    this.constants = launch.problem().map(Problem::constants).map(Map::keySet).orElse(Set.of());
  }

  /** A number that instructions share if and only if they are known to write the same. */
  int of(int process, int task) {
    return made.computeIfAbsent(process, this::walk)[task];
  }

  /** Whether a core writes the same as an instruction of another, before one of its own. */
  boolean hasBefore(int process, int task, int wanted) {
    int[] own = made.computeIfAbsent(process, this::walk);
    for (int before = 0; before < task; before++) {
      if (own[before] == wanted) {
        return true;
      }
    }
    return false;
  }

  private int[] walk(int process) {
    Launch.CoreLaunch core = launch.cores().get(process);
    List<Script.Step> steps = core.script().steps();
    Map<String, Integer> held = new HashMap<>();
    int[] found = new int[steps.size()];
    for (int task = 0; task < found.length; task++) {
      Instruction instruction = steps.get(task).instruction();
      List<Integer> operands = new ArrayList<>();
      instruction.reads().forEach(read -> operands.add(held(held, process, read.buffer())));
      Object what = exchanges(instruction) ? List.of(process, task) : instruction.with(this::named);
      found[task] = number(new Made(what, operands));
      for (Access write : instruction.writes()) {
        int before = held(held, process, write.buffer());
        held.put(key(write.buffer()), number(new Made("then", List.of(before, found[task]))));
      }
    }
    return found;
  }

  private static boolean exchanges(Instruction instruction) {
    return instruction instanceof GroupCollective
        || instruction instanceof CollectivePermute
        || instruction instanceof CoreBarrier;
  }

  private int held(Map<String, Integer> held, int process, Buffer buffer) {
    return held.computeIfAbsent(key(buffer), key -> number(start(process, buffer)));
  }

  /** Tensors of the rank and constants are the same for its cores, tiles are before they are. */
  private Object start(int process, Buffer buffer) {
    boolean given = buffer.role() == Buffer.Role.INPUT;
    boolean shared = !buffer.onChip() && plain(buffer).equals(buffer.name());
    return given && !shared && !constants.contains(buffer.name())
        ? List.of(process, buffer.name())
        : new Start(launch.cores().get(process).rank(), plain(buffer));
  }

  private int number(Object what) {
    return numbers.computeIfAbsent(what, key -> numbers.size());
  }

  private static String key(Buffer buffer) {
    return buffer.onChip() ? "tile " + buffer.home().owner() : plain(buffer);
  }

  /** A core's own tensors in HBM have its number behind their name. */
  private static String plain(Buffer buffer) {
    int end = buffer.onChip() ? -1 : buffer.name().indexOf('@');
    return end < 0 ? buffer.name() : buffer.name().substring(0, end);
  }

  private Access named(Access access) {
    Buffer buffer = access.buffer();
    if (plain(buffer).equals(buffer.name())) {
      return access;
    }
    Buffer common =
        new Buffer(
            buffer.id(),
            plain(buffer),
            buffer.group(),
            buffer.space(),
            buffer.role(),
            buffer.dtype(),
            buffer.rows(),
            buffer.cols(),
            buffer.home());
    return new Access(
        common,
        access.row(),
        access.rows(),
        access.col(),
        access.pattern(),
        access.pitch(),
        access.offset(),
        access.index());
  }
}

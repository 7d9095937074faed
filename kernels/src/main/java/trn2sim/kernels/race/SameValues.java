package trn2sim.kernels.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;

/**
 * Which instructions of different cores write the same values, as far as the programs show: the
 * same operation on operands of the same history, down to the tensors that the cores of a rank
 * share, or to what those hold after a barrier of the cores. What comes from another rank is never
 * the same otherwise.
 */
final class SameValues {
  /** A tensor as it is before the program starts. */
  private record Start(int rank, String name) {}

  /** A write to a part of a tensor in HBM, and what the tensor held before. */
  private record Over(Access access, int before) {}

  /** An operation, with what its operands hold; or something that no other core has. */
  private record Made(Object what, List<Integer> of) {}

  private static final Set<Op> OPS =
      EnumSet.of(Op.TENSOR_TENSOR_ADD, Op.TENSOR_TENSOR_MULTIPLY, Op.TENSOR_TENSOR_MAX);
  private static final Set<AluOp> ALU_OPS =
      EnumSet.of(AluOp.ADD, AluOp.MULTIPLY, AluOp.MAXIMUM, AluOp.MINIMUM);

  private final Launch launch;
  private final Set<String> constants;
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final Map<Integer, Core> cores = new HashMap<>();

  SameValues(Launch launch) {
    this.launch = launch;
    this.constants = launch.problem().map(Problem::constants).map(Map::keySet).orElse(Set.of());
  }

  /** A number that instructions share if and only if they are known to write the same. */
  int of(int process, int task) {
    return core(process).made(task);
  }

  /** Whether a core writes the same as an instruction of another, before one of its own. */
  boolean hasBefore(int process, int task, int wanted) {
    Core own = core(process);
    own.made(task);
    return own.first.getOrDefault(wanted, task) < task;
  }

  private Core core(int process) {
    return cores.computeIfAbsent(process, Core::new);
  }

  /** The program of a core as far as it has been gone through. */
  private final class Core {
    private final int process;
    private final List<Script.Step> steps;
    private final Map<String, Integer> held = new HashMap<>();
    private final TileHistory tiles = new TileHistory();

    /** The latest writes to parts of tensors, by tensor, less those that later ones hide. */
    private final Map<String, Deque<Over>> over = new HashMap<>();

    private final List<Integer> made = new ArrayList<>();

    /** Where a number was made first. */
    private final Map<Integer, Integer> first = new HashMap<>();

    /** What it sent to the other core of its rank, by pipe, in order. */
    private final Map<Integer, List<Integer>> sent = new HashMap<>();

    /** How often its engines met those of the other core. */
    private final Map<Engine, Integer> barriers = new EnumMap<>(Engine.class);

    private boolean waiting;

    Core(int process) {
      this.process = process;
      this.steps = launch.cores().get(process).script().steps();
    }

    int made(int task) {
      while (made.size() <= task) {
        step();
      }
      return made.get(task);
    }

    private void step() {
      Instruction instruction = steps.get(made.size()).instruction();
      int number = number(instruction);
      first.putIfAbsent(number, made.size());
      made.add(number);
      instruction.writes().forEach(write -> put(write, number));
    }

    private void put(Access write, int number) {
      if (write.buffer().onChip()) {
        tiles.write(write, number);
        return;
      }
      int before = held(write.buffer());
      String name = write.buffer().tensor();
      Deque<Over> parts = over.computeIfAbsent(name, key -> new ArrayDeque<>());
      if (!write.movesAtRunTime() && write.size() == write.buffer().size()) {
        parts.clear();
        held.put(name, number);
        return;
      }
      while (!parts.isEmpty() && hides(write, parts.peek().access())) {
        before = parts.pop().before();
      }
      parts.push(new Over(write, before));
      held.put(name, SameValues.this.number(new Made("then", List.of(before, number))));
    }

    private int number(Instruction instruction) {
      List<Integer> operands = new ArrayList<>();
      instruction.reads().forEach(read -> operands.add(held(read)));
      if (instruction instanceof CollectivePermute exchange
          && exchange.partners() instanceof Partners.OtherCore other) {
        return received(exchange, other.pipe(), operands.get(0));
      }
      if (instruction instanceof CoreBarrier barrier) {
        return met(barrier);
      }
      if (instruction.isCollective()) {
        return SameValues.this.number(List.of(process, made.size()));
      }
      if (commutes(instruction)) {
        Collections.sort(operands);
      }
      if (instruction instanceof NcMatmul sum && !sum.start()) {
        operands.add(held(sum.dst()));
      }
      return SameValues.this.number(new Made(instruction.with(SameValues::named), operands));
    }

    /** After the cores have met, what they share of HBM is one thing, whoever wrote which part. */
    private int met(CoreBarrier barrier) {
      Engine engine = barrier.engine();
      int turn = barriers.merge(engine, barrier.writes().isEmpty() ? 0 : 1, Integer::sum);
      boolean shared = barrier.writes().stream().map(Access::buffer).allMatch(SameValues::shared);
      int rank = launch.cores().get(process).rank();
      return SameValues.this.number(
          shared ? List.of("met", rank, engine, turn) : List.of(process, made.size()));
    }

    /** Whole tiles that the cores exchange are what they were on the other one. */
    private int received(CollectivePermute exchange, int pipe, int own) {
      int turn = sent(pipe).size();
      boolean whole = exchange.src().equals(exchange.src().buffer().all());
      sent(pipe).add(whole ? own : SameValues.this.number(List.of("part", process, pipe, turn)));
      waiting = true;
      Optional<Integer> found = partner().flatMap(other -> other.sent(pipe, turn));
      waiting = false;
      return found.orElseGet(() -> SameValues.this.number(List.of("lost", process, pipe, turn)));
    }

    private Optional<Core> partner() {
      int rank = launch.cores().get(process).rank();
      return IntStream.range(0, launch.cores().size())
          .filter(other -> other != process && launch.cores().get(other).rank() == rank)
          .mapToObj(SameValues.this::core)
          .findFirst();
    }

    private List<Integer> sent(int pipe) {
      return sent.computeIfAbsent(pipe, number -> new ArrayList<>());
    }

    /** Absent too where both cores wait here, as where they take pipes in different orders. */
    private Optional<Integer> sent(int pipe, int turn) {
      while (!waiting && sent(pipe).size() <= turn && made.size() < steps.size()) {
        step();
      }
      return turn < sent(pipe).size() ? Optional.of(sent(pipe).get(turn)) : Optional.empty();
    }

    private int held(Access access) {
      return access.buffer().onChip() ? onChip(access) : held(access.buffer());
    }

    private int onChip(Access access) {
      List<TileHistory.Part> parts = tiles.under(access);
      int before = SameValues.this.number(start(process, access.buffer()));
      if (parts.isEmpty()) {
        return before;
      }
      TileHistory.Part last = parts.get(parts.size() - 1);
      if (TileHistory.isAll(last, access)) {
        return last.number();
      }
      List<Integer> numbers = new ArrayList<>(List.of(before));
      parts.forEach(part -> numbers.add(part.number()));
      return SameValues.this.number(new Made("parts", numbers));
    }

    private int held(Buffer buffer) {
      return held.computeIfAbsent(
          buffer.tensor(), key -> SameValues.this.number(start(process, buffer)));
    }
  }

  private static boolean hides(Access later, Access earlier) {
    return !later.movesAtRunTime()
        && (later.equals(earlier)
            || (later.fills(later.footprint()) && later.footprint().covers(earlier.footprint()))
            || (!earlier.movesAtRunTime() && holdsRows(later, earlier)));
  }

  /** Whether rows in one piece have others, as far apart, within them. */
  private static boolean holdsRows(Access outer, Access inner) {
    long further = first(inner) - first(outer);
    int pitch = outer.pitch();
    return pitch > 0
        && pitch == inner.pitch()
        && outer.pattern().run() == outer.elements()
        && inner.pattern().run() == inner.elements()
        && further >= 0
        && further / pitch + inner.rows() <= outer.rows()
        && further % pitch + inner.elements() <= outer.elements();
  }

  private static long first(Access access) {
    return (long) access.row() * access.buffer().cols() + access.col();
  }

  /** Sums, products and extremes of two operands that lie alike in their tiles. */
  private static boolean commutes(Instruction instruction) {
    List<Access> reads = instruction.reads();
    return reads.size() == 2
        && ((instruction instanceof Elementwise one && OPS.contains(one.op()))
            || (instruction instanceof Arithmetic sum
                && sum.terms().size() == 1
                && ALU_OPS.contains(sum.terms().get(0).op())))
        && reads.get(0).liesLike(reads.get(1));
  }

  /** Tensors of the rank and constants are the same for its cores, tiles are before they are. */
  private Object start(int process, Buffer buffer) {
    boolean given = buffer.role() == Buffer.Role.INPUT;
    return given && !shared(buffer) && !constants.contains(buffer.name())
        ? List.of(process, buffer.name())
        : new Start(launch.cores().get(process).rank(), buffer.tensor());
  }

  private static boolean shared(Buffer buffer) {
    return !buffer.onChip() && buffer.tensor().equals(buffer.name());
  }

  private int number(Object what) {
    return numbers.computeIfAbsent(what, key -> numbers.size());
  }

  /**
   * Tensors go by their names, of tiles what they hold says which they are: programs that differ
   * number them otherwise.
   */
  private static Access named(Access access) {
    Buffer buffer = access.buffer();
    String name = buffer.onChip() ? "tile" : buffer.tensor();
    return access.in(
        new Buffer(
            0,
            name,
            name,
            buffer.space(),
            buffer.role(),
            buffer.dtype(),
            buffer.rows(),
            buffer.cols()));
  }
}

package trn2sim.traces.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import trn2sim.core.timeline.WaitReason;

/**
 * The executed instructions of a profile, in columns: by physical core, then by their start. Times
 * are picoseconds from the start of the capture; a profiler knows them to 1 ns.
 */
public final class Instructions {
  /** The profile does not give the row a number. */
  public static final long NO_ID = Long.MIN_VALUE;

  private static final long UNKNOWN = Long.MIN_VALUE;
  private static final long NS = 1000;
  private static final Pattern NAME = Pattern.compile("I-(?<number>\\d{1,9})(?:-\\d+)?.*");
  private static final Pattern LINE =
      Pattern.compile("(?:.*[/\\\\])?(?<file>[^/\\\\]+):(?<number>\\d{1,9})");

  private final Names names = new Names();
  private final TextPool texts = new TextPool();
  private Column core = new Column();
  private Column engine = new Column();
  private Column lane = new Column();
  private Column opcode = new Column();
  private Column type = new Column();
  private Column start = new Column();
  private Column end = new Column();
  private Column done = new Column();
  private Column wait = new Column();
  private Column id = new Column();
  private Column operands = new Column();
  private Column name = new Column();
  private Column source = new Column();
  private Column firstDependence = new Column();
  private final Column dependenceId = new Column();
  private final Column dependenceKind = new Column();
  private Column dependences = new Column();

  /** Keeps a row that has a time. */
  void add(InstructionRow row) {
    long begin = row.startPs.orElse(row.startNs.orElse(0) * NS);
    long free = row.freePs.orElse(begin + Math.max(0, row.durationNs.orElse(0)) * NS);
    core.add(row.core);
    engine.add(names.number(row.engine));
    lane.add(names.number(row.lane));
    opcode.add(names.number(row.opcode));
    type.add(names.number(row.type));
    start.add(begin);
    end.add(free);
    done.add(row.donePs.orElse(UNKNOWN));
    wait.add(row.waitNs * NS);
    id.add(row.id.orElse(NO_ID));
    operands.add(texts.add(row.operands));
    name.add(texts.add(row.name));
    source.add(names.number(row.source));
    firstDependence.add(dependenceId.size());
    dependences.add(row.predecessors.size());
    for (Dependence before : row.predecessors) {
      dependenceId.add(before.id());
      dependenceKind.add(
          (long) names.number(before.type()) * WaitReason.values().length
              + before.reason().ordinal());
    }
  }

  /** Puts the rows in order; returns how many began before the one above them on their engine. */
  long sort() {
    long late = 0;
    boolean sorted = true;
    Map<Long, Long> last = new HashMap<>();
    for (int i = 0; i < size(); i++) {
      Long before = last.put((core.get(i) << Integer.SIZE) | engine.get(i), start.get(i));
      late += before != null && before > start.get(i) ? 1 : 0;
      sorted &= i == 0 || ORDER.compare(key(i - 1), key(i)) <= 0;
    }
    if (!sorted) {
      int[] order =
          IntStream.range(0, size())
              .boxed()
              .sorted((a, b) -> ORDER.compare(key(a), key(b)))
              .mapToInt(Integer::intValue)
              .toArray();
      reorder(order);
    }
    return late;
  }

  private record Key(long core, long start, long end, long id) {}

  private static final Comparator<Key> ORDER =
      Comparator.comparingLong(Key::core)
          .thenComparingLong(Key::start)
          .thenComparingLong(Key::end)
          .thenComparingLong(Key::id);

  private Key key(int row) {
    return new Key(core.get(row), start.get(row), end.get(row), id.get(row));
  }

  private void reorder(int[] order) {
    core = core.in(order);
    engine = engine.in(order);
    lane = lane.in(order);
    opcode = opcode.in(order);
    type = type.in(order);
    start = start.in(order);
    end = end.in(order);
    done = done.in(order);
    wait = wait.in(order);
    id = id.in(order);
    operands = operands.in(order);
    name = name.in(order);
    source = source.in(order);
    firstDependence = firstDependence.in(order);
    dependences = dependences.in(order);
  }

  /** Moves all times by as much. */
  void shift(long ps) {
    for (int i = 0; i < size(); i++) {
      start.addTo(i, ps);
      end.addTo(i, ps);
      if (knowsDone(i)) {
        done.addTo(i, ps);
      }
    }
  }

  public int size() {
    return start.size();
  }

  /** The physical core, from 0: {@code sg01} is 1. */
  public int core(int row) {
    return (int) core.get(row);
  }

  /** The engine, as simulated runs spell it: Tensor, Vector, Scalar, Gpsimd, Sync. */
  public String engine(int row) {
    return names.name(engine.get(row));
  }

  /** The in-order stream within the engine, for profiles that tell several apart. */
  public String lane(int row) {
    return names.name(lane.get(row));
  }

  /** Such as {@code MATMUL}. */
  public String opcode(int row) {
    return names.name(opcode.get(row));
  }

  /**
   * Which of several it is: {@code TRANSPOSE} of a MATMUL, {@code EXP}, {@code ADD}; may be empty.
   */
  public String type(int row) {
    return names.name(type.get(row));
  }

  public long startPs(int row) {
    return start.get(row);
  }

  /** When the engine was through with it. */
  public long endPs(int row) {
    return end.get(row);
  }

  /** When its result was there: its end, unless the profile knows more. */
  public long donePs(int row) {
    return knowsDone(row) ? done.get(row) : endPs(row);
  }

  /** Whether the profile tells the end of the result from that of the instruction. */
  public boolean knowsDone(int row) {
    return done.get(row) != UNKNOWN;
  }

  public long durationPs(int row) {
    return endPs(row) - startPs(row);
  }

  /** How long it waited before it started, {@code evt_wait_time}. */
  public long waitPs(int row) {
    return wait.get(row);
  }

  /** The profiler's number of it, or {@link #NO_ID}. */
  public long id(int row) {
    return id.get(row);
  }

  /** The profiler's text on its operands. */
  public String operandText(int row) {
    return texts.get(operands.get(row));
  }

  /** The same, parsed. */
  public ParsedOperands operands(int row) {
    return ParsedOperands.of(operandText(row));
  }

  /** The compiler's name of it, {@code I-<statement>-<iteration>}. */
  public String name(int row) {
    return texts.get(name.get(row));
  }

  /** The source line, or the number of the statement where only the name has one. */
  public OptionalInt statement(int row) {
    Matcher line = LINE.matcher(names.name(source.get(row)));
    Matcher matcher = line.matches() ? line : NAME.matcher(name(row));
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group("number")))
        : OptionalInt.empty();
  }

  /** The file of the source line without its directory; empty where the profile has none. */
  public String sourceFile(int row) {
    Matcher line = LINE.matcher(names.name(source.get(row)));
    return line.matches() ? line.group("file") : "";
  }

  /** Whether it only sequences others. */
  public boolean bookkeeping(int row) {
    return Opcodes.bookkeeping(opcode(row));
  }

  /** How many predecessors the profile names. */
  public int dependences(int row) {
    return (int) dependences.get(row);
  }

  /** The predecessor with a number among those of a row. */
  public Dependence dependence(int row, int number) {
    int at = (int) firstDependence.get(row) + number;
    int reasons = WaitReason.values().length;
    long kind = dependenceKind.get(at);
    return new Dependence(
        dependenceId.get(at), names.name(kind / reasons), WaitReason.of((int) (kind % reasons)));
  }
}

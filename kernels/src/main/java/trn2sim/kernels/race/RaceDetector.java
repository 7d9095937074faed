package trn2sim.kernels.race;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import trn2sim.core.program.Parcel;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.program.Runner;
import trn2sim.core.program.Semaphore;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Region;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.SourceLines;
import trn2sim.kernels.race.Rises.Step;
import trn2sim.kernels.race.SharedMemory.Use;

/**
 * Rejects two conflicting accesses to a rank's HBM by different cores unless a chain of
 * dependencies, semaphores and collectives orders them. It compares vector clocks, not times, so a
 * missing wait is found even where timing hides it. Cores that write the same values in the same
 * place are let pass with a remark. Use it as, or beside, the listener of a run, and call {@link
 * #finish} after the run.
 */
public final class RaceDetector implements Runner.Listener {
  /** Where an operand lay that values in memory moved, if that is known. */
  public interface Moves {
    Optional<Region> region(int process, int task, Access operand);
  }

  private final Launch launch;
  private final Moves moves;
  private final boolean valuesKnown;
  private final Streams streams;
  private final SameValues same;
  private final Set<String> twice = new TreeSet<>();
  private final Map<String, SharedMemory> shared = new LinkedHashMap<>();
  private final List<History> histories = new ArrayList<>();

  /** Looked up by identity, never iterated; the list keeps the order. */
  private final Map<Semaphore, Rises> rises = new IdentityHashMap<>();

  private final List<Semaphore> semaphores = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();

  private Optional<RaceException> first = Optional.empty();

  public RaceDetector(Launch launch) {
    this(launch, (process, task, operand) -> Optional.empty());
  }

  public RaceDetector(Launch launch, Moves moves) {
    this(launch, moves, true);
  }

  /** For a run that computed nothing: accesses whose place values decide are passed over. */
  public static RaceDetector ofTimes(Launch launch) {
    return new RaceDetector(launch, (process, task, operand) -> Optional.empty(), false);
  }

  private RaceDetector(Launch launch, Moves moves, boolean valuesKnown) {
    this.launch = launch;
    this.moves = moves;
    this.valuesKnown = valuesKnown;
    this.streams = new Streams(launch);
    this.same = new SameValues(launch);
    Map<String, Integer> users = new TreeMap<>();
    Map<String, Boolean> written = new TreeMap<>();
    for (Launch.CoreLaunch core : launch.cores()) {
      Map<String, Boolean> mine = new TreeMap<>();
      for (Script.Step step : core.script().steps()) {
        step.instruction().reads().forEach(read -> note(mine, core.rank(), read, false));
        step.instruction().writes().forEach(write -> note(mine, core.rank(), write, true));
      }
      mine.forEach((name, write) -> users.merge(name, 1, Integer::sum));
      mine.forEach((name, write) -> written.merge(name, write, Boolean::logicalOr));
    }
    users.forEach(
        (name, count) -> {
          if (count > 1 && written.get(name)) {
            shared.put(name, new SharedMemory(name));
          }
        });
    VectorClock zero = VectorClock.zero(launch.cores().size(), Streams.COUNT);
    for (int process = 0; process < launch.cores().size(); process++) {
      Script script = launch.cores().get(process).script();
      histories.add(new History(streams.of(process), script.steps().size(), zero));
      processes.add(null);
    }
  }

  private static void note(Map<String, Boolean> names, int rank, Access access, boolean write) {
    if (!access.buffer().onChip()) {
      names.merge(name(rank, access), write, Boolean::logicalOr);
    }
  }

  private static String name(int rank, Access access) {
    return access.buffer().name() + " of rank " + rank;
  }

  @Override
  public void settled(Process process, int task) {
    if (shared.isEmpty() || first.isPresent()) {
      return;
    }
    VectorClock start = start(process, task);
    History history = histories.get(process.number());
    Step by = history.step(process.number(), task);
    check(process, task, by, start);
    for (Program.Signal signal : process.program().signals(task)) {
      Semaphore semaphore = process.semaphores().get(signal.semaphore());
      rises(semaphore).add(signal.amount(), done(start, by), by);
    }
  }

  /** Data went from the one's start to the other; the sender had waited for the other's start. */
  @Override
  public void delivered(Process from, Process to, Parcel parcel) {
    if (shared.isEmpty() || first.isPresent() || from == to) {
      return;
    }
    VectorClock source = start(from, parcel.sent());
    VectorClock target = start(to, parcel.received());
    histories.get(to.number()).learn(parcel.received(), source);
    histories.get(from.number()).learn(parcel.sent(), target);
  }

  /** Throws the first race, if there was one, or a wait that different signallers could end. */
  public void finish() {
    if (first.isPresent()) {
      throw first.get();
    }
    for (Semaphore semaphore : semaphores) {
      List<Step> steps = rises.get(semaphore).ambiguous();
      if (!steps.isEmpty()) {
        throw new RaceException(
            describe(steps.get(0))
                + " waits for semaphore "
                + semaphore.name()
                + ", which "
                + describe(steps.get(1))
                + " and "
                + describe(steps.get(2))
                + " raise in either order; wait for the full count, or use a semaphore for each");
      }
    }
  }

  private Rises rises(Semaphore semaphore) {
    return rises.computeIfAbsent(
        semaphore,
        s -> {
          semaphores.add(s);
          return new Rises();
        });
  }

  private static VectorClock done(VectorClock start, Step by) {
    return start.with(by.process(), by.stream(), by.count());
  }

  /**
   * What is done when a task starts. Tasks start in lane order, so the lane is brought up to it.
   */
  private VectorClock start(Process process, int task) {
    processes.set(process.number(), process);
    History history = histories.get(process.number());
    Program program = process.program();
    int lane = program.lane(task);
    int[] queue = program.queue(lane);
    while (!history.isStarted(task)) {
      int next = queue[history.begun(lane)];
      VectorClock known = history.lane(lane);
      for (int before : program.after(next)) {
        Step by = history.step(process.number(), before);
        known = known.join(done(history.known(before), by));
      }
      Step self = history.step(process.number(), next);
      for (Program.Wait wait : program.waits(next)) {
        Semaphore semaphore = process.semaphores().get(wait.semaphore());
        known = rises(semaphore).await(wait.value(), known, self);
      }
      history.begin(lane, next, known);
    }
    return history.known(task);
  }

  private void check(Process process, int task, Step by, VectorClock known) {
    Launch.CoreLaunch core = launch.cores().get(process.number());
    Instruction instruction = instruction(process.number(), task);
    if (instruction instanceof CoreBarrier) {
      return; // It orders what others do to its operands, and touches none of them.
    }
    for (Access read : instruction.reads()) {
      check(core, by, known, read, false);
    }
    for (Access write : instruction.writes()) {
      check(core, by, known, write, true);
    }
  }

  private void check(
      Launch.CoreLaunch core, Step by, VectorClock known, Access access, boolean write) {
    SharedMemory memory = access.buffer().onChip() ? null : shared.get(name(core.rank(), access));
    if (memory == null || (!valuesKnown && isMovedByValues(core, access))) {
      return;
    }
    Region region =
        moves
            .region(by.process(), by.task(), access)
            .map(access::footprint)
            .orElseGet(() -> region(core, access));
    Use use = new Use(by, access, region, write);
    List<Use> races = memory.add(use, known, (earlier, later) -> harmless(memory, earlier, later));
    if (!races.isEmpty() && first.isEmpty()) {
      first =
          Optional.of(
              new RaceException(
                  "race on "
                      + memory.name()
                      + ": "
                      + describe(by)
                      + (write ? " writes" : " reads")
                      + " what "
                      + describe(races.get(0).by())
                      + (races.get(0).write() ? " writes" : " reads")
                      + ", and nothing orders them; "
                      + remedy(write && races.get(0).write())));
    }
  }

  /** Registers of a ring are known before the run; what is loaded into one is not. */
  private static boolean isMovedByValues(Launch.CoreLaunch core, Access access) {
    return access.index().isPresent()
        || access
            .offset()
            .filter(o -> !core.registers().containsKey(o.register().id()))
            .isPresent();
  }

  /** In the words of who wrote the kernel. */
  private String remedy(boolean bothWrite) {
    if (launch.sources().isEmpty()) {
      return "let the second wait for a semaphore that the first raises";
    }
    String apart = bothWrite ? "give each core a part of its own (nl.program_id), or " : "";
    return apart + "put nisa.core_barrier between them";
  }

  /**
   * Whether both write the same values, or the one reads what it has written itself and the other
   * writes the same again.
   */
  private boolean harmless(SharedMemory memory, Use a, Use b) {
    Use writes = a.write() ? a : b;
    Use other = a.write() ? b : a;
    int wanted = same.of(writes.by().process(), writes.by().task());
    boolean same =
        other.write()
            ? this.same.of(other.by().process(), other.by().task()) == wanted
            : this.same.hasBefore(other.by().process(), other.by().task(), wanted);
    if (same) {
      twice.add(memory.name());
    }
    return same;
  }

  /** What is not as it should be, but does no harm. */
  public List<String> remarks() {
    return twice.stream()
        .map(name -> "W7 both cores write the same values to " + name + ", and nothing orders them")
        .toList();
  }

  private static Region region(Launch.CoreLaunch core, Access access) {
    int moved =
        access
            .offset()
            .map(o -> core.registers().get(o.register().id()) * o.rowsPerUnit())
            .orElse(0);
    int row = access.row() + moved;
    return access.footprint(access.region(row));
  }

  private Instruction instruction(int process, int task) {
    return launch.cores().get(process).script().steps().get(task).instruction();
  }

  private String describe(Step step) {
    return processes.get(step.process()).name()
        + launch
            .source(step.process(), step.task(), SourceLines::of)
            .map(place -> " " + place.innermost())
            .orElse("")
        + " ["
        + instruction(step.process(), step.task()).describe()
        + "]";
  }
}

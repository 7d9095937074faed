package trn2sim.kernels.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trn2sim.core.program.Semaphore;
import trn2sim.core.sim.RunPart;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.compiler.Compiler;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Assembly;
import trn2sim.hw.machine.CapacityException;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * A kernel made concrete: which core runs which script, and what the result should be.
 *
 * @param flopsPerRank useful floating-point operations of one rank
 * @param problem the mathematics, absent for programs that only measure time
 * @param probe reads figures off the run that time and counters do not show
 * @param communicator who talks to whom, absent if nobody does
 * @param path how the kernel chose its memory, for kernels that choose
 * @param sources lines of the kernel's source for each core of a rank, empty if it has none
 */
public record Launch(
    List<CoreLaunch> cores,
    double flopsPerRank,
    Optional<Problem> problem,
    Optional<Probe> probe,
    Optional<Communicator> communicator,
    Optional<PathChoice> path,
    List<SourceLines> sources) {
  /** A launch whose instructions come from no file. */
  public Launch(
      List<CoreLaunch> cores,
      double flopsPerRank,
      Optional<Problem> problem,
      Optional<Probe> probe,
      Optional<Communicator> communicator,
      Optional<PathChoice> path) {
    this(cores, flopsPerRank, problem, probe, communicator, path, List.of());
  }

  /**
   * One core's part.
   *
   * @param member the rank's position in its group
   * @param registers values of run-time scalars by register number
   */
  public record CoreLaunch(
      int core, int rank, int member, Script script, Map<Integer, Integer> registers) {}

  public Launch {
    cores = List.copyOf(cores);
    sources = List.copyOf(sources);
  }

  /** What the source of a core's step says, where the kernel has one. */
  public <T> Optional<T> source(
      int core, int step, BiFunction<SourceLines, Integer, Optional<T>> what) {
    if (sources.isEmpty() || step < 0) {
      return Optional.empty();
    }
    int number = cores.get(core).script().steps().get(step).source();
    return number < 0 ? Optional.empty() : what.apply(sources.get(core % sources.size()), number);
  }

  /** A figure of the sources of all cores together. */
  public long recorded(ToLongFunction<SourceLines> figure) {
    return IntStream.range(0, sources.isEmpty() ? 0 : cores.size())
        .mapToLong(core -> figure.applyAsLong(sources.get(core % sources.size())))
        .sum();
  }

  /** What the cores of a rank run, each its own script; all ranks run the same. */
  public List<Script> roles() {
    int first = cores.get(0).rank();
    return cores.stream().filter(core -> core.rank() == first).map(CoreLaunch::script).toList();
  }

  /** The memories that collectives read and write; none without collectives. */
  public SortedSet<MemorySpace> exchanged() {
    return roles().stream()
        .flatMap(script -> script.steps().stream())
        .map(Script.Step::instruction)
        .filter(Instruction::isCollective)
        .flatMap(step -> Stream.concat(step.reads().stream(), step.writes().stream()))
        .map(Access::space)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * What the engines run of it: every script compiled once, however many cores share it. Programs
   * that measure single instructions run as written.
   */
  public Compilation compiledBy(Compiler compiler) {
    if (probe.isPresent()) {
      return new Compilation(this, List.of());
    }
    Map<Script, Compiled> known = new IdentityHashMap<>();
    List<CoreLaunch> compiled = new ArrayList<>();
    List<Compiled> all = new ArrayList<>();
    for (CoreLaunch core : cores) {
      Compiled made = known.computeIfAbsent(core.script, compiler::compile);
      compiled.add(
          new CoreLaunch(core.core, core.rank, core.member, made.script(), core.registers));
      all.add(made);
    }
    Launch launch = new Launch(compiled, flopsPerRank, problem, probe, communicator, path, sources);
    return new Compilation(launch, all);
  }

  /**
   * A compiled launch.
   *
   * @param cores what became of each core's script; empty if they run as written
   */
  public record Compilation(Launch launch, List<Compiled> cores) {
    public Compilation {
      cores = List.copyOf(cores);
    }

    /** A figure of all cores together. */
    public long sum(ToLongFunction<Compiled> figure) {
      return cores.stream().mapToLong(figure).sum();
    }
  }

  /** What its instructions do to memory. */
  public Effects effects() {
    return new LaunchEffects(this);
  }

  /** Puts every core's part on a machine; the cores of a rank share semaphores by name. */
  public void load(Machine machine, Assembler assembler) {
    Map<String, Semaphore> shared = new HashMap<>();
    for (CoreLaunch core : cores) {
      List<Semaphore> semaphores =
          core.script.semaphores().stream()
              .map(name -> shared.computeIfAbsent("rank " + core.rank + " " + name, Semaphore::new))
              .toList();
      machine.load(core.core, assembled(core, assembler), semaphores);
    }
  }

  /** An instruction that the hardware would refuse is named with its line, where there is one. */
  private Assembly assembled(CoreLaunch core, Assembler assembler) {
    try {
      return RunPart.ASSEMBLING.of(() -> assembler.assemble(core.script));
    } catch (OperandException e) {
      if (sources.isEmpty() || e.source() < 0) {
        throw e;
      }
      throw sources
          .get(cores.indexOf(core) % sources.size())
          .of(e.source())
          .map(place -> new OperandException(place.innermost() + ": " + e.getMessage()))
          .orElse(e);
    } catch (CapacityException e) {
      throw source(cores.indexOf(core), e.step(), SourceLines::of)
          .map(place -> e.at(place.innermost().toString()))
          .orElse(e);
    }
  }

  /** A launch without communication. */
  public static Launch local(
      List<CoreLaunch> cores,
      double flopsPerRank,
      Optional<Problem> problem,
      Optional<Probe> probe) {
    return new Launch(cores, flopsPerRank, problem, probe, Optional.empty(), Optional.empty());
  }
}

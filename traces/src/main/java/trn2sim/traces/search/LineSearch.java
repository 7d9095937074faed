package trn2sim.traces.search;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import trn2sim.core.json.JsonObject;
import trn2sim.core.program.Runner;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Disturbances;
import trn2sim.hw.machine.Free;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.WhatIf;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;

/**
 * What lines of a kernel's source are worth: how long the kernel would take if the instructions of
 * one took no time, all others in the order they have. A change of that line gains at most the
 * difference, which its share of the critical path does not tell: another path may be as long.
 */
public final class LineSearch {
  /**
   * The kernel with one line for nothing.
   *
   * @param opcodes what the line's instructions are, as NKI has them
   * @param multiplies whether matmuls are among them: work that has to be done
   * @param basePs how long it takes as it is
   */
  public record FreeLine(
      String place, List<String> opcodes, boolean multiplies, long ps, long basePs) {
    /** The share of the time that goes with the line; negative if the others then take longer. */
    public double gain() {
      return 1 - (double) ps / Math.max(1, basePs);
    }

    /** Whether a change of the line may be worth it. */
    public boolean matters() {
      return !multiplies && gain() > Tried.WORTH_WHILE;
    }

    public JsonObject json() {
      JsonObject json = new JsonObject().put("line", place).putTexts("opcodes", opcodes);
      return json.putMicros("total_us", ps).put("gain", gain());
    }

    /** What it is, {@code kernel.py:12 (dma_copy)}. */
    public String words() {
      return place + " (" + String.join(", ", opcodes) + ")";
    }
  }

  private final NeuronRun run;
  private final long basePs;
  private final int lnc;
  private final Disturbances disturbances;

  private LineSearch(NeuronRun run, RunResult result) {
    Scenario scenario = result.scenario();
    this.run = run;
    this.basePs = result.totalPs();
    this.lnc = scenario.ranks().lnc();
    this.disturbances = scenario.whatIf().disturbances(scenario.run().seed(), 0);
  }

  /** The same, beside a run; nothing for runs too large to be repeated. */
  public static Optional<List<FreeLine>> beside(RunResult result, Supplier<List<String>> places) {
    return TuningSearch.isRepeatable(result) ? of(result, places.get()) : Optional.empty();
  }

  /**
   * The kernel with each of these lines for nothing, the fastest first; nothing for kernels without
   * a source.
   */
  public static Optional<List<FreeLine>> of(RunResult result, List<String> places) {
    return result
        .neuron()
        .filter(run -> !run.launch().sources().isEmpty())
        .map(run -> new LineSearch(run, result))
        .map(search -> search.all(places));
  }

  private List<FreeLine> all(List<String> places) {
    return places.parallelStream()
        .map(this::without)
        .filter(line -> !line.opcodes.isEmpty())
        .sorted(Comparator.comparingLong(FreeLine::ps).thenComparing(FreeLine::place))
        .toList();
  }

  private FreeLine without(String place) {
    Map<Script, BitSet> steps = new IdentityHashMap<>();
    List<Script> roles = run.launch().roles();
    for (int core = 0; core < roles.size(); core++) {
      steps.put(roles.get(core), steps(core, place));
    }
    List<Instruction> found =
        roles.stream()
            .flatMap(s -> steps.get(s).stream().mapToObj(s.steps()::get))
            .map(Script.Step::instruction)
            .toList();
    TreeSet<String> opcodes = new TreeSet<>();
    found.forEach(instruction -> opcodes.add(instruction.opcode()));
    boolean multiplies = found.stream().anyMatch(NcMatmul.class::isInstance);
    return new FreeLine(place, List.copyOf(opcodes), multiplies, simulate(steps), basePs);
  }

  /** The steps of one core of a rank that come from a line; meetings of cores stay. */
  private BitSet steps(int core, String place) {
    Launch launch = run.launch();
    List<Script.Step> all = launch.cores().get(core).script().steps();
    BitSet found = new BitSet();
    for (int step = 0; step < all.size(); step++) {
      boolean here =
          launch
              .source(core, step, SourceLines::of)
              .filter(where -> where.innermost().toString().equals(place))
              .isPresent();
      found.set(step, here && !(all.get(step).instruction() instanceof CoreBarrier));
    }
    return found;
  }

  private long simulate(Map<Script, BitSet> steps) {
    Launch launch = run.launch();
    Map<Integer, BitSet> byCore = new HashMap<>();
    launch.cores().forEach(core -> byCore.put(core.core(), steps.get(core.script())));
    Free free = (core, task, kind) -> byCore.get(core).get(task);
    Simulation simulation = new Simulation(EventListKind.SPLAY_TREE, RunLimits.DEFAULT);
    Runner runner = new Runner(simulation, (process, task) -> {}, false);
    WhatIf whatIf = new WhatIf(free, disturbances);
    Machine machine = new Machine(run.device(), runner, launch.communicator(), whatIf);
    launch.load(machine, new Assembler(run.device(), lnc));
    machine.run();
    return TimelineReader.endPs(machine.processes());
  }
}

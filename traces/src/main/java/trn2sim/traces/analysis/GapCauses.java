package trn2sim.traces.analysis;

import static trn2sim.core.unit.Units.PS_PER_SECOND;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.TensorSpec;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.PeakRate;
import trn2sim.traces.run.RunResult;

/**
 * Why a run takes longer than its arithmetic at the array's peak: the time of the busiest Tensor
 * engine's row, cut into what peak arithmetic needs and everything else by cause. The parts add up
 * to the total exactly, because a row's bars and gaps tile its life.
 */
public final class GapCauses {
  /** The array has more rows or columns than the tiles. */
  public static final String EMPTY_CELLS = "array cells not in use";

  /** Followed by the memory that is full. */
  public static final String NO_ROOM = "no room: ";

  /** What another engine computes, or copies from where no collective brings anything. */
  public static final String OPERAND = "operand not ready";

  /** A DMA of an input is late. */
  public static final String LOAD = "weight load from HBM";

  /** The array runs slowly. */
  public static final String THROTTLE = "TensorE throttle";

  /** Data of other ranks is late, or the collective that brings it. */
  public static final String LINK = "link wait";

  /** Data is on its way between ranks, and nothing is left to multiply. */
  public static final String LATE = "collective after the last matmul";

  private static final String PEAK = "peak arithmetic";

  /** The reasons that blame a task. */
  private static final Set<WaitReason> FOR_TASKS =
      EnumSet.of(WaitReason.DMA, WaitReason.ENGINE, WaitReason.LINK);

  private final RunResult result;
  private final NeuronRun neuron;
  private final Track row;
  private final Process process;
  private final NeuronCore core;
  private final Set<Integer> exchanged = new HashSet<>();
  private final Map<String, Long> causes = new LinkedHashMap<>();
  private final Map<String, List<GapCause.Wait>> waits = new HashMap<>();

  private GapCauses(RunResult result, NeuronRun neuron, Track row) {
    this.result = result;
    this.neuron = neuron;
    this.row = row;
    this.process = result.processes().get(row.process());
    this.core = neuron.machine().core(process);
    for (int task = 0; task < process.program().size(); task++) {
      Cancellation.check();
      addExchanged(task);
    }
  }

  /** A ring passes on what it received, so that the own fragment is in such a buffer too. */
  private void addExchanged(int task) {
    if (core.cost(task) instanceof Cost.Collective) {
      Instruction collective = core.assembly().instruction(task);
      collective.reads().forEach(access -> exchanged.add(memory(access)));
      collective.writes().forEach(access -> exchanged.add(memory(access)));
    }
  }

  /**
   * The parts, arithmetic at peak rate first; empty if nothing is multiplied, or if the machine has
   * no Tensor engine.
   *
   * @throws IllegalStateException if the causes do not add up to the total
   */
  public static List<GapCause> of(RunResult result) {
    Optional<Track> row = busiest(result);
    if (row.isEmpty() || result.neuron().isEmpty() || result.work().flopsPerRank() == 0) {
      return List.of();
    }
    return new GapCauses(result, result.neuron().get(), row.get()).all();
  }

  private List<GapCause> all() {
    addWork();
    for (int bar = 0; bar < row.size(); bar++) {
      Cancellation.check();
      addGap(bar);
    }
    addTail(row.endPs(row.size() - 1));
    long endPs = result.timeline().endPs();
    long sum = causes.values().stream().mapToLong(Long::longValue).sum();
    if (sum != endPs) {
      throw new IllegalStateException("causes add up to " + sum + " ps of " + endPs);
    }
    return causes.entrySet().stream()
        .map(
            part ->
                new GapCause(
                    part.getKey(),
                    part.getValue(),
                    !part.getKey().equals(PEAK),
                    waits.getOrDefault(part.getKey(), List.of())))
        .toList();
  }

  /** The row of the Tensor engine that works longest, the first of several. */
  public static Optional<Track> busiest(RunResult result) {
    Track row = null;
    for (Track track : result.timeline().tracks()) {
      boolean tensor = track.kind() == Track.Kind.ENGINE && track.name().endsWith(".Tensor");
      if (tensor && (row == null || track.busyPs() > row.busyPs())) {
        row = track;
      }
    }
    return Optional.ofNullable(row);
  }

  private void addTail(long lastPs) {
    long drain = result.timeline().endPs() - lastPs;
    for (GapCause.Wait late : LateCollectives.after(lastPs, process, core)) {
      add(LATE, late.ps());
      note(LATE, late.task(), late.ps());
      drain -= late.ps();
    }
    add("drain after the last matmul", drain);
  }

  private void addGap(int bar) {
    long exchange = exchangePs(bar);
    if (exchange > 0) {
      add(LINK, exchange);
      note(LINK, process.blamed(row.blamed(bar)), exchange);
    }
    String cause = cause(bar);
    long own = row.gapPs(bar) - exchange;
    add(cause, own);
    if (FOR_TASKS.contains(row.reason(bar)) && own > 0) {
      note(cause, row.blamed(bar), own);
    }
  }

  /**
   * How long the load or copy that a bar waits for waited in turn for a collective, within the gap.
   */
  private long exchangePs(int bar) {
    WaitReason reason = row.reason(bar);
    boolean brought = reason == WaitReason.DMA || reason == WaitReason.ENGINE;
    int by = row.blamed(bar);
    if (!brought || process.reason(by) != WaitReason.LINK) {
      return 0;
    }
    long gapStart = row.startPs(bar) - row.gapPs(bar);
    return Math.max(0, Math.min(row.gapPs(bar), process.startPs(by) - gapStart));
  }

  private void note(String cause, int task, long ps) {
    GapCause.Wait wait = new GapCause.Wait(row.process(), task, ps);
    waits.computeIfAbsent(cause, name -> new ArrayList<>()).add(wait);
  }

  /** Bars are peak work, array cells left empty, issue overhead, and the throttle's doing. */
  private void addWork() {
    long cores = result.processes().size() / result.ranks();
    double whole = result.work().flopsPerRank() / result.work().peakFlopsPerRank() * cores;
    long peak = Math.round(whole * share() * PS_PER_SECOND);
    long stream = streamPs();
    long issue = issuePs(neuron.device().tensor(), row);
    add(PEAK, Math.min(peak, stream));
    add(EMPTY_CELLS, stream - Math.min(peak, stream));
    long slow = Math.max(0, row.busyPs() - stream - issue);
    add(THROTTLE, slow);
    add("matmul issue overhead", row.busyPs() - stream - slow);
  }

  /** The part of its rank's matmuls that falls to this core, by the time they need. */
  private double share() {
    double own = 0;
    double all = 0;
    for (int p = 0; p < neuron.launch().cores().size(); p++) {
      Cancellation.check();
      if (result.rank(p) == result.rank(row.process())) {
        Script script = neuron.launch().cores().get(p).script();
        double weight = PeakRate.weight(neuron.device().tensor(), script);
        own += p == row.process() ? weight : 0;
        all += weight;
      }
    }
    return own / all;
  }

  /** What operands take to stream through the array at its full clock. */
  private long streamPs() {
    double psPerCycle = PS_PER_SECOND / neuron.device().tensor().clock().hertz();
    double cycles = 0;
    for (int bar = 0; bar < row.size(); bar++) {
      Cancellation.check();
      if (core.cost(row.task(bar)) instanceof Cost.Array array) {
        cycles += array.passes() * array.streamCycles();
      }
    }
    return Math.min(row.busyPs(), Math.round(cycles * psPerCycle));
  }

  private static long issuePs(TensorSpec array, Track row) {
    return row.size() * array.clock().psFor(array.issueCycles());
  }

  private String cause(int bar) {
    int who = row.blamed(bar);
    return switch (row.reason(bar)) {
      case DMA -> bar == 0 ? "first loads" : load(who);
      case LINK -> LINK;
      case ENGINE -> engine(who, bar == 0);
      case SPACE ->
          NO_ROOM + process.program().spaces().get(process.program().tile(who).space()).name();
      case PIPELINE -> "weight load in the array";
      case PEER -> "rank skew";
      case ISSUE, NONE, DRAINED -> "other";
    };
  }

  private String load(int task) {
    Instruction instruction = core.assembly().instruction(task);
    if (instruction instanceof DmaCopy copy && copy.src().buffer().role() == Buffer.Role.INPUT) {
      return copy.transpose() ? "lhs load" : LOAD;
    }
    return "HBM wait";
  }

  /** A matmul that waits for Vector waits for a PSUM bank, for a fragment or for an operand. */
  private String engine(int task, boolean first) {
    List<Access> reads = core.assembly().instruction(task).reads();
    if (reads.stream().anyMatch(access -> exchanged.contains(memory(access)))) {
      return first ? "ring start-up" : "fragment not unpacked";
    }
    return reads.stream().anyMatch(a -> a.space() == MemorySpace.PSUM) ? "PSUM drain" : OPERAND;
  }

  private static int memory(Access access) {
    return access.buffer().home().owner();
  }

  private void add(String cause, long ps) {
    if (ps > 0) {
      causes.merge(cause, ps, Long::sum);
    }
  }
}

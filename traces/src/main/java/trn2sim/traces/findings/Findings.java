package trn2sim.traces.findings;

import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import trn2sim.core.unit.Text;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.traces.analysis.AwaitedEngines;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.Exposure;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.analysis.GapCauses;
import trn2sim.traces.analysis.LowerBounds;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.run.RunResult;

/**
 * What a run says, worked out once: every output reads these figures and computes none of its own.
 *
 * @param digest fingerprint of the timeline
 * @param compiler what became of the source, where a compiler is modelled
 * @param exposedPs the longest time a rank communicates while none of its engines computes
 * @param communication how much of the communication is hidden, if any was in flight
 * @param route the way that data took between ranks, for kernels that choose one
 * @param boundsPs lower bounds by name
 * @param awaitedPs for whose results each row of an engine waits, by their engines
 * @param largestLoss what most time is lost to
 * @param onChip how full memories on chip were, on NeuronCores
 * @param reloads what is loaded more than once, in a sentence
 * @param lines what each line of an NKI kernel costs, none for other kernels
 * @param remarks what the run assumes, for a reader to know
 * @param range between which times the run may lie, if that was looked for
 * @param gap the time of the busiest Tensor engine by cause, none on machines without one
 */
public record Findings(
    RunResult run,
    String digest,
    Times times,
    Optional<CompilerEffect> compiler,
    Rates rates,
    OptionalLong exposedPs,
    Optional<CommunicationTime> communication,
    Optional<Route> route,
    CriticalPath criticalPath,
    Map<String, Long> boundsPs,
    List<GapCause> gap,
    List<RingStep> ringSteps,
    List<EngineUse> engines,
    Map<String, Map<String, Long>> awaitedPs,
    Optional<Loss> largestLoss,
    Optional<OnChip> onChip,
    Optional<String> reloads,
    List<LineCost> lines,
    List<String> remarks,
    SideRuns sideRuns,
    Optional<Range> range) {
  public Findings {
    boundsPs = Collections.unmodifiableMap(new LinkedHashMap<>(boundsPs));
    gap = List.copyOf(gap);
    ringSteps = List.copyOf(ringSteps);
    engines = List.copyOf(engines);
    awaitedPs = Collections.unmodifiableMap(awaitedPs);
    lines = List.copyOf(lines);
    remarks = List.copyOf(remarks);
  }

  /** Of the run alone. */
  public static Findings of(RunResult run) {
    return of(run, SideRuns.NONE);
  }

  /** With further simulations that answer what a reader would ask next. */
  public static Findings of(RunResult run, SideRuns sideRuns) {
    return of(run, sideRuns, Optional.empty());
  }

  /** With the range of its answer as well. */
  public static Findings of(RunResult run, SideRuns sideRuns, Optional<Range> range) {
    List<GapCause> gap = GapCauses.of(run);
    List<EngineUse> engines = EngineUse.engines(run);
    return new Findings(
        run,
        run.timeline().digest(),
        Times.of(run),
        CompilerEffect.of(run),
        Rates.of(run),
        Exposure.communication(run),
        CommunicationTime.of(run),
        Route.of(run),
        CriticalPath.of(run),
        LowerBounds.of(run),
        gap,
        RingStep.of(run),
        engines,
        AwaitedEngines.of(run),
        Loss.of(run, gap, engines),
        OnChip.of(run),
        Reloads.of(run),
        LineCost.of(run),
        Remarks.of(run),
        sideRuns,
        range);
  }

  /** The same run with what further simulations say. */
  public Findings with(SideRuns others) {
    return new Findings(
        run,
        digest,
        times,
        compiler,
        rates,
        exposedPs,
        communication,
        route,
        criticalPath,
        boundsPs,
        gap,
        ringSteps,
        engines,
        awaitedPs,
        largestLoss,
        onChip,
        reloads,
        lines,
        remarks,
        others,
        range);
  }

  /** Whether fusing pays, for kernels that can be compared with gathering first. */
  public Optional<Verdict> verdict() {
    return Verdict.of(this);
  }

  /** The kernel's time with the digits that are known. */
  public String about() {
    long ps = times.totalPs();
    return range
        .map(found -> Text.about(ps, found.statedLowPs(), found.statedHighPs()))
        .orElseGet(() -> Text.about(ps));
  }

  /** The same in a sentence, {@code about 254 us}. */
  String roughly() {
    return range.isPresent() ? about() : "about " + about();
  }

  /** The bound that is nearest to the run. */
  public Optional<Map.Entry<String, Long>> largestBound() {
    return boundsPs.entrySet().stream().max(Comparator.comparingLong(Map.Entry::getValue));
  }

  /** What the critical path shows, nothing of a run that takes no time. */
  public Optional<Limit> limit() {
    return Limit.of(this);
  }

  /**
   * The memory that collectives go through: the kernel's choice, or where its source has them;
   * nothing without collectives.
   */
  public Optional<String> path() {
    return route
        .map(taken -> taken.choice().rule())
        .or(
            () ->
                run.neuron()
                    .map(neuron -> neuron.launch().exchanged())
                    .filter(spaces -> !spaces.isEmpty())
                    .map(
                        spaces ->
                            spaces.stream().map(MemorySpace::name).collect(joining(" and "))));
  }

  /** The critical path by source line, most first; nothing for kernels that have no source. */
  public Map<String, Long> criticalLines() {
    return CriticalLines.of(run, criticalPath);
  }

  /** The same by loop: what is spent within each, by the line where it begins. */
  public Map<String, Long> criticalLoops() {
    return CriticalLines.loops(run, criticalPath);
  }

  /** The kernel's time if a line took none, for the lines where that was looked for. */
  public Map<String, Long> freeLines() {
    Map<String, Long> times = new LinkedHashMap<>();
    sideRuns.lines().orElse(List.of()).forEach(line -> times.put(line.place(), line.ps()));
    return times;
  }

  /** What to tell a reader, in sentences. */
  public Story story() {
    return new Story(this);
  }

  /** The part of the run, up to its last rank's end, that a length of time is. */
  public double share(long ps) {
    return (double) ps / Math.max(1, run.lastPs());
  }
}

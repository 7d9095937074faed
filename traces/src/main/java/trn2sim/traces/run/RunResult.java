package trn2sim.traces.run;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.machine.Machine;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.functional.RankVerdict;
import trn2sim.traces.scenario.Scenario;

/**
 * Everything a run left behind.
 *
 * @param probe the figures of a micro-kernel, by name
 * @param verdicts how each rank's output compares with the reference; empty if nothing was computed
 * @param views the fused kernel beside its parts, for kernels that communicate and compute
 * @param replications estimates over several runs, if the scenario asks for them
 * @param events events of the simulation
 */
public record RunResult(
    Scenario scenario,
    Launch launch,
    Machine machine,
    Timeline timeline,
    SortedMap<String, Double> probe,
    List<RankVerdict> verdicts,
    Optional<ViewTimes> views,
    Optional<Replications> replications,
    long events) {
  public RunResult {
    probe = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, Double>) probe));
    verdicts = List.copyOf(verdicts);
  }

  public List<Process> processes() {
    return machine.processes();
  }

  /** Instructions of all cores. */
  public long instructions() {
    return processes().stream().mapToLong(process -> process.program().size()).sum();
  }

  /** Whether no computed rank is wrong. */
  public boolean passed() {
    return verdicts.stream().allMatch(RankVerdict::passed);
  }
}

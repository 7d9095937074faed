package trn2sim.traces.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.IntStream;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Timeline;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.api.Work;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.traces.scenario.Scenario;

/**
 * Everything a run left behind, whatever the machine.
 *
 * @param verdicts how each rank's output compares with the reference; empty if nothing was computed
 * @param remarks what the computation noticed that does no harm
 * @param views the fused kernel beside its parts, for kernels that communicate and compute
 * @param replications estimates over several runs, if the scenario asks for them
 */
public record RunResult(
    Scenario scenario,
    Work work,
    Outcome outcome,
    List<RankVerdict> verdicts,
    List<String> remarks,
    Optional<ViewTimes> views,
    Optional<Replications> replications) {
  public RunResult {
    verdicts = List.copyOf(verdicts);
    remarks = List.copyOf(remarks);
  }

  /** What only NeuronCores have, absent on other machines. */
  public Optional<NeuronRun> neuron() {
    return outcome.machine().neuron();
  }

  /** Whether it was measured on hardware, as opposed to simulated. */
  public boolean measured() {
    return outcome.machine().measured().isPresent();
  }

  /** Whether its rows are the engines of NeuronCores, simulated or measured. */
  public boolean onNeuronCores() {
    return outcome.machine().onNeuronCores();
  }

  /** The figures of a micro-kernel, by name. */
  public SortedMap<String, Double> probe() {
    return outcome.probe();
  }

  public Timeline timeline() {
    return outcome.timeline();
  }

  /** The time the kernel is said to take; rows of the timeline may go on after it. */
  public long totalPs() {
    return outcome.meanPs();
  }

  /** That time, and the one of gathering first where there is such a thing. */
  public Timing timing() {
    return new Timing(
        totalPs(),
        views
            .filter(ViewTimes::hasSequential)
            .map(all -> OptionalLong.of(all.ps(View.SEQUENTIAL)))
            .orElse(OptionalLong.empty()));
  }

  public List<Process> processes() {
    return outcome.processes();
  }

  /** The rank that a process works for. */
  public int rank(int process) {
    return outcome.workers().get(process).rank();
  }

  /** How long the rank of a process took, to which the rows of its engines add up. */
  public long rankPs(int process) {
    List<Long> ranks = outcome.rankPs();
    return ranks.get(ranks.size() == 1 ? 0 : rank(process));
  }

  /** When the last rank is done, which the critical path leads to; a host's rows may go on. */
  public long lastPs() {
    return outcome.rankPs().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** How many ranks were simulated. */
  public int ranks() {
    return outcome.ranks().size();
  }

  public Traffic.Kinds traffic() {
    return outcome.traffic();
  }

  public long events() {
    return outcome.events();
  }

  /** Instructions, or whatever the machine's units of work are, of all processes. */
  public long instructions() {
    int processes = outcome.workers().size();
    return IntStream.range(0, processes).mapToLong(outcome::tasks).sum();
  }

  /** Whether no computed rank is wrong. */
  public boolean passed() {
    return verdicts.stream().allMatch(RankVerdict::passed);
  }
}

package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Script;
import trn2sim.traces.run.RunResult;

/**
 * A fragment's way to the core that ended last, on one channel.
 *
 * @param step the step of the ring that uses it
 * @param sentPs when it set out
 * @param arrivedPs when it was there
 */
public record RingArrival(int step, int channel, long sentPs, long arrivedPs) {
  /** By step, then by channel; none on machines that pass nothing round. */
  public static List<RingArrival> of(RunResult result) {
    List<RingArrival> all = new ArrayList<>();
    result
        .neuron()
        .flatMap(
            run ->
                RingStep.lastToEnd(result)
                    .map(p -> of(run.launch().cores().get(p.number()).script(), p)))
        .ifPresent(all::addAll);
    return all;
  }

  private static List<RingArrival> of(Script script, Process process) {
    List<RingArrival> arrivals = new ArrayList<>();
    for (int task = 0; task < script.steps().size(); task++) {
      Script.Step step = script.steps().get(task);
      if (step.ringStep() >= 0 && step.instruction() instanceof CollectivePermute permute) {
        arrivals.add(
            new RingArrival(
                step.ringStep(), permute.channel(), process.startPs(task), process.donePs(task)));
      }
    }
    arrivals.sort(Comparator.comparingInt(RingArrival::step).thenComparing(RingArrival::channel));
    return arrivals;
  }
}

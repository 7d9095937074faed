package trn2sim.traces.analysis;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.run.RunResult;

/** What the collectives of a run need at the least. */
final class Communication {
  private Communication() {}

  /** The busiest link, channel or core of a collective, carrying its bytes at full rate. */
  static long linkPs(RunResult result) {
    double worst = 0;
    for (Traffic link : result.traffic().links()) {
      worst = Math.max(worst, link.bytes() / link.bytesPerPs());
    }
    double channels = result.neuron().map(run -> channelPs(result, run)).orElse(0.0);
    return (long) Math.ceil(Math.max(worst, channels));
  }

  private static double channelPs(RunResult result, NeuronRun neuron) {
    CoreLoad load = new CoreLoad(neuron, neuron.launch().communicator().orElseThrow());
    return result.processes().stream().mapToDouble(load::ps).max().orElse(0);
  }

  /**
   * The fixed times of a core's collectives that wait for one another. Collectives that do not are
   * prepared side by side, and so are the copies of one that are ready together.
   */
  static long latencyPs(RunResult result, NeuronRun run) {
    SortedMap<Integer, Integer> rounds = new TreeMap<>();
    run.launch().communicator().stream()
        .flatMap(who -> Stream.concat(Stream.of(who.own()), who.others().stream()))
        .flatMap(grouping -> grouping.plans().stream())
        .forEach(plan -> plan.rounds().forEach((rank, n) -> rounds.merge(rank, n, Math::min)));
    long worst = 0;
    for (Process process : result.processes()) {
      int steps = rounds.getOrDefault(result.rank(process.number()), 1);
      worst = Math.max(worst, longestChainPs(process, run.machine().core(process), steps));
    }
    return (long) (worst * (1 - result.scenario().whatIf().dmaJitter()));
  }

  /**
   * @param rounds steps of the rank's all-gathers that wait for one another
   */
  private static long longestChainPs(Process process, NeuronCore core, int rounds) {
    long[] chainPs = new long[process.program().size()];
    long longest = 0;
    for (int task = 0; task < chainPs.length; task++) {
      Cancellation.check();
      for (int before : process.program().after(task)) {
        chainPs[task] = Math.max(chainPs[task], chainPs[before]);
      }
      if (core.cost(task) instanceof Cost.Collective collective) {
        boolean gathers = core.assembly().instruction(task) instanceof AllGather;
        chainPs[task] += (gathers ? rounds : 1) * collective.stepPs();
      }
      longest = Math.max(longest, chainPs[task]);
    }
    return longest;
  }
}

package trn2sim.traces.analysis;

import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.spec.CollectiveSpec;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.run.RunResult;

/** What the collectives of a run need at the least. */
final class Communication {
  private Communication() {}

  /** The busiest link or channel of a collective, carrying its bytes at full rate. */
  static long linkPs(RunResult result) {
    double worst = 0;
    for (Traffic link : result.traffic().links()) {
      worst = Math.max(worst, link.bytes() / link.bytesPerPs());
    }
    double channels = result.neuron().map(run -> channelPs(result, run.machine())).orElse(0.0);
    return (long) Math.ceil(Math.max(worst, channels));
  }

  private static double channelPs(RunResult result, Machine machine) {
    double worst = 0;
    CollectiveSpec collective = result.scenario().device().neuron().collective();
    double perPs = collective.channel().bytesPerSecond() / 1e12;
    for (Process process : result.processes()) {
      NeuronCore core = machine.core(process);
      double[] bytes = new double[CollectiveSpec.CHANNELS];
      for (int task = 0; task < process.program().size(); task++) {
        Instruction instruction = core.assembly().instruction(task);
        if (instruction instanceof CollectivePermute permute) {
          bytes[permute.channel()] += permute.src().bytes();
        }
      }
      for (double channel : bytes) {
        worst = Math.max(worst, channel / perPs);
      }
    }
    return worst;
  }

  /** The fixed times of one core's collectives on its busiest channel, one after another. */
  static long latencyPs(RunResult result, Machine machine) {
    long worst = 0;
    for (Track track : result.timeline().tracks()) {
      if (track.kind() == Track.Kind.LINK) {
        NeuronCore core = machine.core(result.processes().get(track.process()));
        long sum = 0;
        for (int bar = 0; bar < track.size(); bar++) {
          if (core.cost(track.task(bar)) instanceof Cost.Collective collective) {
            sum += collective.stepPs();
          }
        }
        worst = Math.max(worst, sum);
      }
    }
    return worst;
  }
}

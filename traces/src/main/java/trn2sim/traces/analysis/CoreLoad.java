package trn2sim.traces.analysis;

import java.util.Arrays;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.AllToAll;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.spec.CollectiveSpec;
import trn2sim.kernels.api.NeuronRun;

/**
 * The least time that the collectives of a core need for the bytes that come from others: each of
 * its channels has a rate, and so has what it may receive in groups of more than two.
 *
 * <p>Of a collective of a group, the mean over its ranks counts, which needs no plan: some rank
 * receives at least that.
 */
final class CoreLoad {
  private static final int PAIR = 2;

  private final NeuronRun run;
  private final Communicator communicator;
  private final double channelPerPs;
  private final double corePerPs;
  private final double[] channels = new double[CollectiveSpec.CHANNELS];
  private double received;

  CoreLoad(NeuronRun run, Communicator communicator) {
    this.run = run;
    this.communicator = communicator;
    CollectiveSpec spec = run.device().collective();
    channelPerPs =
        Math.max(spec.channel().bytesPerSecond(), spec.crossDie().bytesPerSecond()) / 1e12;
    corePerPs = spec.core(communicator.placement().lnc()).bytesPerSecond() / 1e12;
  }

  double ps(Process process) {
    NeuronCore core = run.machine().core(process);
    int number = run.launch().cores().get(process.number()).core();
    Arrays.fill(channels, 0);
    received = 0;
    for (int task = 0; task < process.program().size(); task++) {
      Cancellation.check();
      Instruction instruction = core.assembly().instruction(task);
      if (instruction instanceof CollectivePermute permute) {
        add(permute, number);
      } else if (instruction instanceof GroupCollective collective) {
        add(collective);
      }
    }
    double worst = received / corePerPs;
    for (double channel : channels) {
      worst = Math.max(worst, channel / channelPerPs);
    }
    return worst;
  }

  private void add(CollectivePermute permute, int core) {
    channels[permute.channel()] += permute.src().bytes();
    boolean inRank = permute.partners() instanceof Partners.OtherCore;
    if (!inRank && communicator.ring(permute, core).size() > PAIR) {
      received += permute.dst().bytes();
    }
  }

  private void add(GroupCollective collective) {
    double bytes = fromOthers(collective);
    if (collective.groupSize() > PAIR) {
      received += bytes;
      return;
    }
    int used = channels(collective);
    for (int channel = 0; channel < used; channel++) {
      channels[channel] += bytes / used;
    }
  }

  /** All parts but its own; of those that every rank reduces, once to reduce, once to hand out. */
  private static double fromOthers(GroupCollective collective) {
    int ranks = collective.groupSize();
    double whole = Math.max(collective.dst().bytes(), collective.src().bytes());
    boolean twice = collective instanceof Reduction reduction && !reduction.scatters();
    return whole * (ranks - 1) / ranks * (twice ? 2 : 1);
  }

  private int channels(GroupCollective collective) {
    if (collective instanceof AllToAll) {
      return 1;
    }
    return communicator.grouping(collective).plans().stream()
        .mapToInt(plan -> plan.channels().size())
        .max()
        .orElse(CollectiveSpec.CHANNELS);
  }
}

package trn2sim.hw.compiler;

import trn2sim.core.unit.Frequency;
import trn2sim.hw.cost.NeuronCoreCost;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.CostModel;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.memory.Access;
import trn2sim.hw.spec.NeuronSpec;

/**
 * How long instructions take when nothing is in their way: full rate of the array, a queue's bytes
 * at the rate of its engines, collectives at the rate of a channel. It is what a compiler can know.
 */
final class NominalTimes {
  private final CostModel costs;
  private final Frequency arrayClock;
  private final long arrayIssueCycles;
  private final long arrayFillCycles;
  private final long arrayDrainPs;
  private final long engineSignalPs;
  private final long dmaSignalPs;
  private final double channelBytesPerPs;
  private final double coreBytesPerPs;

  /**
   * @param lnc cores of a rank
   */
  NominalTimes(NeuronSpec device, int lnc) {
    costs = new NeuronCoreCost(device, lnc);
    arrayClock = device.tensor().clock();
    arrayIssueCycles = device.tensor().issueCycles();
    arrayFillCycles = device.tensor().fillCycles();
    arrayDrainPs = device.tensor().drainPs();
    engineSignalPs = device.semaphore().enginePs();
    dmaSignalPs = device.semaphore().dmaPs();
    channelBytesPerPs = device.collective().channel().bytesPerSecond() / 1e12;
    coreBytesPerPs = device.collective().core(lnc).bytesPerSecond() / 1e12;
  }

  Cost cost(Instruction instruction) {
    return instruction.cost(costs);
  }

  Node.Choice choice(Instruction instruction, Cost cost) {
    int engine = instruction.engine().ordinal();
    if (cost instanceof Cost.Fixed fixed) {
      return new Node.Choice(engine, fixed.issuePs(), fixed.latencyPs() + engineSignalPs, 0, 0);
    }
    if (cost instanceof Cost.Array array) {
      return array(engine, array);
    }
    if (cost instanceof Cost.Dma dma) {
      return transfer(engine, dma.transfer());
    }
    Cost.Collective collective = (Cost.Collective) cost;
    return new Node.Choice(
        engine,
        collective.issuePs(),
        collective.triggerPs(),
        collectivePs(instruction, collective),
        dmaSignalPs);
  }

  private Node.Choice array(int engine, Cost.Array cost) {
    long pass = Math.max(cost.streamCycles() + arrayIssueCycles, cost.weightCycles());
    long busy = arrayClock.psFor(cost.passes() * pass);
    long result = busy + arrayDrainPs + arrayClock.psFor(arrayFillCycles);
    return new Node.Choice(engine, busy, result + engineSignalPs, 0, 0);
  }

  private Node.Choice transfer(int engine, Transfer transfer) {
    long lead = transfer.dispatchPs() + transfer.fetchPs() + transfer.latencyPs();
    long payload = transfer.pacePs();
    for (long onEngine : transfer.enginePs()) {
      payload = Math.max(payload, onEngine);
    }
    long tail = transfer.notifyPs() + dmaSignalPs;
    return new Node.Choice(engine, transfer.issuePs(), lead, payload, tail);
  }

  /**
   * A ring of as many steps as there are partners, twice for an all-reduce, at its channel's rate.
   */
  private long collectivePs(Instruction instruction, Cost.Collective cost) {
    int parts = instruction instanceof GroupCollective group ? group.groupSize() : 1;
    boolean twice = instruction instanceof Reduction reduction && !reduction.scatters();
    int steps = Math.max(1, parts - 1) * (twice ? 2 : 1);
    long bytes =
        instruction instanceof GroupCollective group
            ? group.shareBytes(0, 0, 1)
            : instruction.writes().stream().mapToLong(Access::bytes).sum();
    return steps * (cost.stepPs() + (long) Math.ceil(bytes / bytesPerPs(instruction)));
  }

  /** Larger groups share what a core may receive between the channels of a call. */
  private double bytesPerPs(Instruction instruction) {
    int channels = 1;
    boolean pair = instruction instanceof GroupCollective group && group.groupSize() <= 2;
    if (instruction instanceof CollectivePermute permute) {
      pair = permute.partners() instanceof Partners.OtherCore;
      channels += permute.alongside().size();
    }
    return pair ? channelBytesPerPs : Math.min(channelBytesPerPs, coreBytesPerPs / channels);
  }
}

package trn2sim.hw.compiler;

import java.util.Arrays;
import trn2sim.core.unit.Frequency;
import trn2sim.hw.cost.NeuronCoreCost;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.CostModel;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.memory.Access;
import trn2sim.hw.spec.DeviceParameters;

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

  NominalTimes(DeviceParameters device) {
    costs = new NeuronCoreCost(device);
    arrayClock = device.frequency("tensor_engine.clock");
    arrayIssueCycles = device.integer("tensor_engine.issue_cycles");
    arrayFillCycles = device.integer("tensor_engine.fill_cycles");
    arrayDrainPs = device.duration("tensor_engine.drain").ps();
    engineSignalPs = device.duration("semaphore.engine_latency").ps();
    dmaSignalPs = device.duration("semaphore.dma_latency").ps();
    channelBytesPerPs = device.bandwidth("cc.channel_bandwidth").bytesPerSecond() / 1e12;
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
    long lead = collective.issuePs() + collectivePs(instruction, collective);
    return new Node.Choice(engine, collective.issuePs(), lead, 0, dmaSignalPs);
  }

  private Node.Choice array(int engine, Cost.Array cost) {
    long stream = cost.passes() * (cost.streamCycles() + arrayIssueCycles);
    long busy = arrayClock.psFor(Math.max(stream, cost.weightCycles()));
    long result = busy + arrayDrainPs + arrayClock.psFor(arrayFillCycles);
    return new Node.Choice(engine, busy, result + engineSignalPs, 0, 0);
  }

  private Node.Choice transfer(int engine, Transfer transfer) {
    long lead = transfer.dispatchPs() + transfer.fetchPs() + transfer.latencyPs();
    long slowest = Arrays.stream(transfer.enginePs()).max().orElse(0);
    long payload = Math.max(slowest, transfer.pacePs());
    long tail = transfer.notifyPs() + dmaSignalPs;
    return new Node.Choice(engine, transfer.issuePs(), lead, payload, tail);
  }

  /** A ring of as many steps as there are partners, each at the rate of one channel. */
  private long collectivePs(Instruction instruction, Cost.Collective cost) {
    int parts = instruction instanceof AllGather gather ? gather.groupSize() : 1;
    int steps = Math.max(1, parts - 1);
    long bytes = instruction.writes().stream().mapToLong(Access::bytes).sum() / parts;
    return steps * (cost.stepPs() + (long) Math.ceil(bytes / channelBytesPerPs));
  }
}

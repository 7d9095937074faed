package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.Tensors;
import trn2sim.hw.Topologies;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.link.RankGroup;
import trn2sim.hw.link.RankPlacement;
import trn2sim.hw.link.Router;
import trn2sim.hw.link.Topology;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.NeuronSpec;

/** What a core receives in a group of more than two ranks, to the picosecond. */
class CoreShareTest {
  private static final int BYTES = 1 << 20;

  /** Trigger and fixed part of a step through HBM. */
  private static final long FIXED_PS = 2_400_000 + 1_100_000;

  private final NeuronSpec device = DeviceParameters.load("trn2").neuron();

  /** All ranks, of one core each, send around a ring on several channels; the last one's end. */
  private long lastPs(int ranks, int channels) {
    Topology topology = Topologies.singleChip();
    List<Integer> members = IntStream.range(0, ranks).boxed().toList();
    Communicator communicator =
        new Communicator(
            new RankPlacement(topology, 1),
            new Router(topology),
            List.of(new RankGroup(members)),
            List.of(),
            List.of());
    Machine machine =
        new Machine(
            device,
            new Runner(new Simulation(), (process, task) -> {}),
            Optional.of(communicator),
            WhatIf.NOTHING);
    List<Partners.Pair> pairs =
        members.stream().map(m -> new Partners.Pair(m, (m + 1) % ranks)).toList();
    for (int core : members) {
      Tensors tensors = new Tensors();
      for (int channel = 0; channel < channels; channel++) {
        tensors.then(
            new CollectivePermute(
                tensors.hbm("to" + channel, DType.FP32, 1, BYTES / 4).all(),
                tensors.hbm("from" + channel, DType.FP32, 1, BYTES / 4).all(),
                channel,
                new Partners.Pairs(pairs),
                List.of()));
      }
      machine.load(core, new Assembler(device, 1).assemble(tensors.script()), List.of());
    }
    machine.run();
    Process first = machine.processes().get(0);
    return first.donePs(channels - 1);
  }

  private static long payloadPs(int bytes, double bytesPerPs) {
    return (long) Math.ceil(bytes / bytesPerPs);
  }

  @Test
  void aPairHasTheRateOfItsChannel() {
    assertEquals(FIXED_PS + payloadPs(BYTES, 0.1044), lastPs(2, 1));
  }

  /** 66 GB/s, whether on one channel or on two that share it. */
  @Test
  void largerGroupsShareWhatACoreReceives() {
    assertEquals(FIXED_PS + payloadPs(BYTES, 0.066), lastPs(4, 1));
    assertEquals((double) (FIXED_PS + payloadPs(2 * BYTES, 0.066)), lastPs(4, 2), 1);
  }
}

package trn2sim.hw.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.Tensors;
import trn2sim.hw.Topologies;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.AllToAll;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.link.AllGatherAlgorithm;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.AllGatherPlanner;
import trn2sim.hw.link.RankGroup;
import trn2sim.hw.link.RankPlacement;
import trn2sim.hw.link.Router;
import trn2sim.hw.link.Topology;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.WhatIf;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.NeuronSpec;

/** Collectives of four ranks of one core on one die, to the picosecond. */
class GroupCollectiveTimingTest {
  private static final int RANKS = 4;
  private static final int PART = 1 << 20;
  private static final long TRIGGER_PS = 8_100_000;
  private static final long STEP_PS = 1_100_000;

  /** A part from another rank at 66 GB/s, and the own part at the rate of a channel. */
  private static final long RECEIVE_PS = (long) Math.ceil(PART / 0.066);

  private static final long OWN_PS = (long) Math.ceil(PART / 0.1044);

  private final NeuronSpec device = DeviceParameters.load("trn2").neuron();

  private enum Operation {
    GATHER,
    SCATTER,
    REDUCE,
    EXCHANGE;

    GroupCollective of(Tensors tensors) {
      Access to = tensors.hbm("to", DType.FP32, RANKS, PART / 4).all();
      Access from = tensors.hbm("from", DType.FP32, RANKS, PART / 4).all();
      return switch (this) {
        case GATHER -> new AllGather(to, from.buffer().slice(0, 1, 0, PART / 4), RANKS);
        case SCATTER ->
            new Reduction(to.buffer().slice(0, 1, 0, PART / 4), from, RANKS, AluOp.ADD, true);
        case REDUCE -> new Reduction(to, from, RANKS, AluOp.ADD, false);
        case EXCHANGE -> new AllToAll(to, from, RANKS);
      };
    }
  }

  private List<Process> run(AllGatherAlgorithm algorithm, Operation... operations) {
    Topology topology = Topologies.singleChip();
    RankPlacement placement = new RankPlacement(topology, 1);
    RankGroup group = new RankGroup(IntStream.range(0, RANKS).boxed().toList());
    AllGatherPlan plan = new AllGatherPlanner(placement).plan(group, algorithm);
    assertEquals(algorithm, plan.algorithm());
    Communicator communicator =
        new Communicator(placement, new Router(topology), List.of(group), List.of(), List.of(plan));
    Machine machine =
        new Machine(
            device,
            new Runner(new Simulation(), (process, task) -> {}),
            Optional.of(communicator),
            WhatIf.NOTHING);
    for (int core = 0; core < RANKS; core++) {
      Tensors tensors = new Tensors();
      for (Operation operation : operations) {
        tensors.then(operation.of(tensors));
      }
      machine.load(core, new Assembler(device, 1).assemble(tensors.script()), List.of());
    }
    machine.run();
    return machine.processes();
  }

  private void takes(long expectedPs, Operation operation, AllGatherAlgorithm algorithm) {
    for (Process process : run(algorithm, operation)) {
      assertEquals(expectedPs, process.donePs(0) - process.startPs(0), process.name());
    }
  }

  /** All are ready at once, so one fixed time; a rank gets the others' parts one by one. */
  @Test
  void partsOfAMeshComeOneByOne() {
    long parts = (RANKS - 1) * RECEIVE_PS;
    takes(TRIGGER_PS + STEP_PS + parts, Operation.SCATTER, AllGatherAlgorithm.MESH);
    takes(TRIGGER_PS + STEP_PS + OWN_PS + parts, Operation.EXCHANGE, AllGatherAlgorithm.MESH);
    takes(TRIGGER_PS + STEP_PS + OWN_PS + parts, Operation.GATHER, AllGatherAlgorithm.MESH);
  }

  /** The sums are handed out once they are complete: two fixed times. */
  @Test
  void anAllReduceIsAReduceScatterAndAGather() {
    long half = STEP_PS + (RANKS - 1) * RECEIVE_PS;
    takes(TRIGGER_PS + 2 * half, Operation.REDUCE, AllGatherAlgorithm.MESH);
  }

  /** Each step of a ring waits for the one before; both channels share what a core receives. */
  @Test
  void aRingPaysEveryStep() {
    long step = STEP_PS + RECEIVE_PS;
    takes(TRIGGER_PS + (RANKS - 1) * step, Operation.SCATTER, AllGatherAlgorithm.RING);
    takes(TRIGGER_PS + 2 * (RANKS - 1) * step, Operation.REDUCE, AllGatherAlgorithm.RING);
  }

  /** An all-to-all has one way to go, whatever the plan of the group. */
  @ParameterizedTest
  @EnumSource(
      value = AllGatherAlgorithm.class,
      names = {"RING", "MESH"})
  void anAllToAllIsDirect(AllGatherAlgorithm algorithm) {
    takes(TRIGGER_PS + STEP_PS + OWN_PS + (RANKS - 1) * RECEIVE_PS, Operation.EXCHANGE, algorithm);
  }

  /** The second is triggered while the first is under way, and begins when that is over. */
  @Test
  void collectivesOfACoreFollowOneAnother() {
    long ring = (RANKS - 1) * (STEP_PS + RECEIVE_PS);
    for (Process process : run(AllGatherAlgorithm.RING, Operation.SCATTER, Operation.REDUCE)) {
      assertEquals(TRIGGER_PS + ring, process.donePs(0) - process.startPs(0), process.name());
      assertEquals(2 * ring, process.donePs(1) - process.donePs(0), process.name());
    }
  }
}

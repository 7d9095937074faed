package trn2sim.kernels.api;

import java.util.List;
import java.util.Optional;
import trn2sim.core.program.Parcel;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.AllToAll;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.memory.Access;

/** The effects of scripts: every core has a memory, every task is an instruction. */
record LaunchEffects(Launch launch) implements Effects {
  @Override
  public List<Memory> memories() {
    return launch.cores().stream()
        .map(
            core ->
                new Memory(
                    core.rank(), core.script().buffers(), core.script().steps(), core.registers()))
        .toList();
  }

  @Override
  public Optional<TaskEffect> completed(int process, int task) {
    return Optional.of(new TaskEffect.Compute(process, instruction(process, task)));
  }

  @Override
  public Optional<TaskEffect> delivered(int from, int to, Parcel parcel) {
    Instruction sent = instruction(from, parcel.sent());
    Instruction received = instruction(to, parcel.received());
    int part = parcel.part();
    Access source = sent.reads().get(0);
    Access target = received.writes().get(0);
    int member = member(to, received);
    if (received instanceof Reduction reduction) {
      Access given = ((Reduction) sent).part(member);
      TaskEffect.Move move = new TaskEffect.Move(from, given, to, target);
      boolean last = part == reduction.groupSize() - 1;
      return Optional.of(new TaskEffect.Contribution(move, reduction.op(), last));
    }
    if (received instanceof AllToAll exchange) {
      target = exchange.slot(part);
      source = ((AllToAll) sent).sent(member);
    }
    if (received instanceof AllGather gather) {
      target = gather.slot(part);
      boolean first = from == to || member(from, sent) == part;
      source = first ? source : ((AllGather) sent).slot(part);
    }
    return Optional.of(new TaskEffect.Move(from, source, to, target));
  }

  /** The place of a core's rank among those that a collective joins. */
  private int member(int core, Instruction instruction) {
    Launch.CoreLaunch its = launch.cores().get(core);
    boolean other = instruction instanceof GroupCollective joint && joint.peers().grouping() > 0;
    return other
        ? launch
            .communicator()
            .orElseThrow()
            .grouping((GroupCollective) instruction)
            .member(its.rank())
        : its.member();
  }

  private Instruction instruction(int core, int task) {
    return launch.cores().get(core).script().steps().get(task).instruction();
  }
}

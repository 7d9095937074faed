package trn2sim.hw.collective;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.isa.AllToAll;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.ChunkCopy;
import trn2sim.hw.link.Delivery;
import trn2sim.hw.link.PlanStep;

/**
 * The copies of a collective, by channel and in order.
 *
 * <p>An all-gather follows its plan. A reduce-scatter is the same plan backwards: what the plan
 * sends from one rank to others, those give back, and it adds them to its own; both are published
 * as one another's mirror image, with the same steps and bytes. An all-reduce is a reduce-scatter
 * whose parts are then gathered. In an all-to-all every rank writes to all others directly,
 * starting with its successor (Neuron documentation, intra-node collective communications: any rank
 * can write to the memory of any other).
 */
final class Moves {
  private Moves() {}

  static List<List<Move>> of(GroupCollective collective, AllGatherPlan plan) {
    if (collective instanceof AllToAll) {
      return List.of(direct(plan.group().ranks()));
    }
    List<List<Move>> channels = new ArrayList<>();
    for (List<PlanStep> steps : plan.channels()) {
      List<Move> moves = new ArrayList<>();
      if (collective instanceof Reduction) {
        for (int step = steps.size() - 1; step >= 0; step--) {
          steps.get(step).transfers().forEach(transfer -> moves.add(backwards(transfer)));
        }
      }
      if (!(collective instanceof Reduction reduction && reduction.scatters())) {
        for (PlanStep step : steps) {
          step.transfers().forEach(transfer -> moves.add(forwards(transfer)));
        }
      }
      channels.add(moves);
    }
    return channels;
  }

  private static List<Move> direct(List<Integer> ranks) {
    List<Move> moves = new ArrayList<>();
    for (int offset = 1; offset < ranks.size(); offset++) {
      for (int i = 0; i < ranks.size(); i++) {
        int from = ranks.get(i);
        List<Integer> source = List.of(from);
        List<Integer> target = List.of(ranks.get((i + offset) % ranks.size()));
        moves.add(new Move(from, source, target, source, Move.Phase.HAND_OUT));
      }
    }
    return moves;
  }

  private static Move forwards(ChunkCopy transfer) {
    return new Move(
        transfer.driver(),
        List.of(transfer.source()),
        transfer.deliveries().stream().map(Delivery::rank).toList(),
        transfer.chunks(),
        Move.Phase.HAND_OUT);
  }

  private static Move backwards(ChunkCopy transfer) {
    Move move = forwards(transfer);
    return new Move(move.driver(), move.targets(), move.sources(), move.parts(), Move.Phase.REDUCE);
  }
}

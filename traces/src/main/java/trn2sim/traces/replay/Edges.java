package trn2sim.traces.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.profile.Dependence;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Opcodes;
import trn2sim.traces.profile.ParsedOperands;
import trn2sim.traces.profile.Profile;

/**
 * What an instruction may have waited for. The predecessors that its row names come first; where it
 * names none, whoever raised the semaphores last that it waited for; where nobody did and it
 * waited, the DMA that ended last before it.
 */
final class Edges {
  /** Told of what a node may have waited for. */
  interface Visitor {
    void edge(int source, WaitReason reason);
  }

  private final Instructions instructions;
  private final Nodes nodes;
  private final Ids ids;
  private final Map<Long, List<Integer>> raisers = new HashMap<>();
  private final EndedDmas ended;
  private long unresolved;

  Edges(Profile profile, Nodes nodes, Ids ids, DmaOwners owners) {
    this.instructions = profile.instructions();
    this.nodes = nodes;
    this.ids = ids;
    this.ended = new EndedDmas(profile, owners, nodes);
    for (int row = 0; row < instructions.size(); row++) {
      if (nodes.inKernel(row)) {
        for (int semaphore : ParsedOperands.raised(instructions.operandText(row))) {
          raisers.computeIfAbsent(key(row, semaphore), k -> new ArrayList<>()).add(row);
        }
      }
    }
  }

  private long key(int row, int semaphore) {
    return ((long) instructions.core(row) << Integer.SIZE) | semaphore;
  }

  void of(int row, Visitor visitor) {
    int count = instructions.dependences(row);
    for (int i = 0; i < count; i++) {
      Dependence before = instructions.dependence(row, i);
      int source = ids.row(instructions.core(row), before.id());
      if (source == Nodes.NONE) {
        unresolved++;
      } else if (nodes.inKernel(source)) {
        visitor.edge(source, reason(row, source, before));
      }
    }
    if (count == 0) {
      byWait(row, visitor);
    }
  }

  private WaitReason reason(int row, int source, Dependence before) {
    if (before.reason() != WaitReason.NONE) {
      return before.reason();
    }
    boolean collective = Opcodes.collective(instructions.opcode(source));
    if (instructions.core(source) != instructions.core(row) && !collective) {
      return WaitReason.PEER;
    }
    return before.anti() ? WaitReason.SPACE : kind(source);
  }

  /** What a wait for a node is, whoever waits. */
  WaitReason kind(int node) {
    if (nodes.isDma(node)) {
      return WaitReason.DMA;
    }
    String opcode = instructions.opcode(node);
    if (Opcodes.collective(opcode)) {
      return WaitReason.LINK;
    }
    return Opcodes.transfers(opcode) ? WaitReason.DMA : WaitReason.ENGINE;
  }

  private void byWait(int row, Visitor visitor) {
    boolean found = false;
    if (instructions.operandText(row).contains("S[")) {
      for (ParsedOperands.Await await : instructions.operands(row).awaited()) {
        int raiser = lastRaiser(row, await.semaphore());
        if (raiser != Nodes.NONE) {
          visitor.edge(raiser, kind(raiser));
          found = true;
        }
      }
    }
    if (!found && instructions.waitPs(row) > 0) {
      ended.before(row, visitor);
    }
  }

  private int lastRaiser(int row, int semaphore) {
    List<Integer> rows = raisers.getOrDefault(key(row, semaphore), List.of());
    int found = Collections.binarySearch(rows, row);
    int at = (found >= 0 ? found : -found - 1) - 1;
    while (at >= 0 && instructions.endPs(rows.get(at)) > instructions.startPs(row)) {
      at--;
    }
    return at < 0 ? Nodes.NONE : rows.get(at);
  }

  /** How many predecessors are no rows of the profile, over all that was asked. */
  long unresolved() {
    return unresolved;
  }
}

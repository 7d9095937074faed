package trn2sim.traces.replay;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.profile.Dmas;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Profile;

/** The DMAs of each core by their end. */
final class EndedDmas {
  private final Instructions instructions;
  private final Dmas dmas;
  private final DmaOwners owners;
  private final Nodes nodes;
  private final Map<Integer, TreeMap<Long, Integer>> byEnd = new HashMap<>();

  EndedDmas(Profile profile, DmaOwners owners, Nodes nodes) {
    this.instructions = profile.instructions();
    this.dmas = profile.dmas();
    this.owners = owners;
    this.nodes = nodes;
    for (int dma = 0; dma < dmas.size(); dma++) {
      if (nodes.inKernel(nodes.ofDma(dma))) {
        byEnd.computeIfAbsent(dmas.core(dma), c -> new TreeMap<>()).put(dmas.endPs(dma), dma);
      }
    }
  }

  /** Tells of the one that ended last while an instruction waited, if one did. */
  void before(int row, Edges.Visitor visitor) {
    TreeMap<Long, Integer> ends = byEnd.getOrDefault(instructions.core(row), new TreeMap<>());
    Map.Entry<Long, Integer> last = ends.floorEntry(instructions.startPs(row));
    if (last != null && last.getKey() > instructions.startPs(row) - instructions.waitPs(row)) {
      int dma = last.getValue();
      boolean owned = owners.of(dma) != Nodes.NONE;
      WaitReason reason = dmas.collective(dma) ? WaitReason.LINK : WaitReason.DMA;
      visitor.edge(owned ? owners.of(dma) : nodes.ofDma(dma), reason);
    }
  }
}

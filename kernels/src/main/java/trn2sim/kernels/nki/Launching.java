package trn2sim.kernels.nki;

import java.util.List;
import trn2sim.hw.link.RankGroup;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;

/** What the instructions of a recorded kernel depend on beside the stream. */
record Launching(DmaQueues queues, Ranks ranks) {
  static Launching of(Request request) {
    return new Launching(DmaQueues.of(request), request.ranks());
  }

  CoreScript script() {
    CoreScript script = new CoreScript(queues);
    script.coresOfRank(ranks.lnc());
    return script;
  }

  /** Refuses replica groups other than consecutive ranks, all of them. */
  void requireGroups(List<?> found) {
    List<List<Long>> expected =
        RankGroup.blocks(ranks.tp(), ranks.groups()).stream()
            .map(group -> group.ranks().stream().map(Integer::longValue).toList())
            .toList();
    if (!found.equals(expected)) {
      throw new UnsupportedException(
          "replica groups " + found + ", expected those of ranks: " + expected);
    }
  }
}

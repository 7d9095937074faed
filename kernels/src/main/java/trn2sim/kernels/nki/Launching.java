package trn2sim.kernels.nki;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import trn2sim.hw.link.RankGroup;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;

/**
 * What the instructions of a recorded kernel depend on beside their own block of the stream.
 *
 * @param shared which collectives of a block all cores of a rank issue together, in their order
 */
record Launching(DmaQueues queues, Ranks ranks, Set<Integer> shared, MiddleEnd.Mode middleEnd) {
  static Launching of(Request request, Path stream, MiddleEnd.Mode middleEnd) {
    boolean alone = request.ranks().lnc() == 1;
    Set<Integer> shared = alone ? Set.of() : SharedCalls.of(stream);
    return new Launching(DmaQueues.of(request), request.ranks(), shared, middleEnd);
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

package trn2sim.kernels.nki;

import java.nio.file.Path;
import java.util.Set;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.nki.middleend.MiddleEnd;

/**
 * What the instructions of a recorded kernel depend on beside their own block of the stream.
 *
 * @param groups how the collectives of all blocks divide the ranks
 * @param shared which collectives of a block all cores of a rank issue together, in their order
 */
record Launching(
    DmaQueues queues,
    Ranks ranks,
    Set<Integer> shared,
    MiddleEnd.Mode middleEnd,
    ReplicaGroups groups) {
  static Launching of(Request request, Path stream, MiddleEnd.Mode middleEnd) {
    boolean alone = request.ranks().lnc() == 1;
    Set<Integer> shared = alone ? Set.of() : SharedCalls.of(stream);
    ReplicaGroups groups = new ReplicaGroups(request.ranks());
    return new Launching(DmaQueues.of(request), request.ranks(), shared, middleEnd, groups);
  }

  /** For a program of the older dialect, if it is one. */
  Launching ofDialect(boolean older) {
    return older ? new Launching(queues.oneByOne(), ranks, shared, middleEnd, groups) : this;
  }

  CoreScript script() {
    CoreScript script = new CoreScript(queues);
    script.coresOfRank(ranks.lnc());
    return script;
  }
}

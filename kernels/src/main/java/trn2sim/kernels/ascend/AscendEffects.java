package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.kernels.api.Effects;
import trn2sim.kernels.api.View;

/** Puts send tiles, loads of cube cores multiply them; own rows are there before the run. */
final class AscendEffects implements Effects {
  /** The rank of a process, and which of the rank's workers it is. */
  private record Place(AscendRank rank, int worker) {}

  private final AscendRank.Node node;
  private final int ranks;
  private final List<Place> places = new ArrayList<>();

  AscendEffects(AscendRank.Node node, List<AscendRank> ranks) {
    this.node = node;
    this.ranks = ranks.size();
    for (AscendRank rank : ranks) {
      for (int worker = 0; worker < rank.workers().size(); worker++) {
        places.add(new Place(rank, worker));
      }
    }
  }

  @Override
  public List<Memory> memories() {
    List<Memory> memories = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      memories.add(node.tensors().memory(rank));
    }
    return memories;
  }

  /** A rank's own rows, or all if nothing will be sent. */
  @Override
  public List<TaskEffect> before() {
    int rows = node.plan().shape().m() / ranks;
    List<TaskEffect> present = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      for (int source = 0; source < ranks; source++) {
        if (source == rank || node.view() == View.COMPUTE_ONLY) {
          present.add(node.tensors().piece(source, rank, 0, rows));
        }
      }
    }
    return present;
  }

  @Override
  public Optional<TaskEffect> completed(int process, int task) {
    Place place = places.get(process);
    return place.rank.effect(place.worker, task);
  }
}

package trn2sim.kernels.helion;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.kernels.api.Effects;
import trn2sim.kernels.api.View;

/** Copies gather rows, blocks multiply them; rows that are not copied are there before the run. */
record HelionEffects(HelionRank.Setup setup, List<HelionRank> ranks) implements Effects {
  /** Ranks that are not simulated have a memory too, from which rows are copied. */
  @Override
  public List<Memory> memories() {
    return IntStream.range(0, setup.plan().ranks()).mapToObj(setup.tensors()::memory).toList();
  }

  @Override
  public List<TaskEffect> before() {
    List<TaskEffect> present = new ArrayList<>();
    for (HelionRank rank : ranks) {
      for (int source = 0; source < setup.plan().ranks(); source++) {
        boolean own = setup.plan().resident() && source == rank.rank();
        if (own || setup.view() == View.COMPUTE_ONLY) {
          present.add(setup.tensors().piece(source, rank.rank(), 0, setup.plan().shardRows()));
        }
      }
    }
    return present;
  }

  @Override
  public Optional<TaskEffect> completed(int process, int task) {
    return ranks.get(process).effect(task);
  }
}

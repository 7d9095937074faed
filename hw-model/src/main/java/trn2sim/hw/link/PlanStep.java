package trn2sim.hw.link;

import java.util.List;

/** The transfers of one step, which may all run at once. */
public record PlanStep(List<ChunkCopy> transfers) {
  public PlanStep {
    transfers = List.copyOf(transfers);
  }
}

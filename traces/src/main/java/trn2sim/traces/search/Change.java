package trn2sim.traces.search;

import java.util.Optional;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.traces.scenario.Assignment;

/** Another value for one key of a scenario. */
public record Change(String key, String from, String to) {
  /** As {@code --set} takes it. */
  public Assignment assignment() {
    return new Assignment(key, to);
  }

  /** What the author of a kernel writes to have it, if that has other words. */
  public Optional<String> inKernel() {
    return key.equals("options." + DmaQueues.OPTION.name())
        ? Optional.of(DmaQueues.remedy(to))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return key + "=" + to;
  }
}

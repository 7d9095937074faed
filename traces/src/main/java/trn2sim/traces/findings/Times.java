package trn2sim.traces.findings;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.LaunchCost;

/**
 * How long the kernel takes, whole and in parts.
 *
 * @param totalPs the time the kernel is said to take
 * @param views the fused kernel beside its parts, for kernels that communicate and compute
 * @param launch what is to be added for the launch
 * @param launchPs what the runtime adds to each launch, where the device says
 */
public record Times(
    long totalPs, Optional<ViewTimes> views, LaunchCost launch, OptionalLong launchPs) {
  static Times of(RunResult run) {
    LaunchCost cost = run.scenario().run().launchCost();
    OptionalLong launch =
        run.neuron()
            .map(neuron -> OptionalLong.of(cost.ps(neuron.device().launch())))
            .orElse(OptionalLong.empty());
    return new Times(run.totalPs(), run.views(), cost, launch);
  }

  /** The whole kernel and its launch, if that is to be added. */
  public OptionalLong withLaunchPs() {
    return launch == LaunchCost.NONE || launchPs.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(totalPs + launchPs.getAsLong());
  }

  /** The time of each view there is, the whole kernel first. */
  public Map<View, Long> viewPs() {
    Map<View, Long> times = new EnumMap<>(View.class);
    views.ifPresent(all -> all.rankPs().keySet().forEach(view -> times.put(view, all.ps(view))));
    times.put(View.TOTAL, totalPs);
    return times;
  }

  /** How many times as fast as gathering first. */
  public OptionalDouble speedup() {
    return views.filter(ViewTimes::hasSequential).isPresent()
        ? OptionalDouble.of(views.get().speedup())
        : OptionalDouble.empty();
  }

  /** The share of the shorter part that fusing saves. */
  public OptionalDouble overlapEfficiency() {
    return views.isPresent()
        ? OptionalDouble.of(views.get().overlapEfficiency())
        : OptionalDouble.empty();
  }
}

package trn2sim.traces.findings;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.timeline.WaitReason;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.Engine;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.run.RunResult;

/**
 * What most time is lost to: on NeuronCores the largest part of the busiest TensorE's time that is
 * not arithmetic at peak rate; on other machines the longest wait of their matrix units, the mean
 * over all of them.
 *
 * @param meaning what that is, in plain words
 */
public record Loss(String name, long ps, String meaning) {
  static Optional<Loss> of(RunResult run, List<GapCause> gap, List<EngineUse> engines) {
    return run.outcome()
        .machine()
        .match(
            neuron -> tensor(run, neuron, gap),
            measured -> matrixUnits(arrays(engines)),
            () -> matrixUnits(engines));
  }

  private static List<EngineUse> arrays(List<EngineUse> engines) {
    return engines.stream().filter(use -> use.engine().equals(Engine.TENSOR.label())).toList();
  }

  private static Optional<Loss> tensor(RunResult run, NeuronRun neuron, List<GapCause> gap) {
    return gap.stream()
        .filter(GapCause::lost)
        .max(Comparator.comparingLong(GapCause::ps))
        .map(
            cause ->
                new Loss(
                    cause.name(),
                    cause.ps(),
                    LossMeaning.of(run, neuron, cause)
                        + mostly(run, cause)
                        + SlowTransfers.of(run, neuron, cause)));
  }

  /** The line that is waited for longest, of kernels that have a source. */
  private static String mostly(RunResult run, GapCause cause) {
    return CriticalLines.awaited(run, cause).entrySet().stream()
        .findFirst()
        .map(
            line ->
                Text.format(
                    ", %s of it for %s",
                    line.getValue() == cause.ps()
                        ? "all"
                        : Text.percent((double) line.getValue() / cause.ps()),
                    line.getKey()))
        .orElse("");
  }

  private static Optional<Loss> matrixUnits(List<EngineUse> engines) {
    Map<WaitReason, Long> sums = new EnumMap<>(WaitReason.class);
    engines.forEach(use -> use.waitsPs().forEach((why, ps) -> sums.merge(why, ps, Long::sum)));
    return sums.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(
            wait ->
                new Loss(
                    wait.getKey().label() + " wait",
                    Math.round((double) wait.getValue() / engines.size()),
                    "on average, a unit that multiplies " + does(wait.getKey())));
  }

  private static String does(WaitReason reason) {
    return reason == WaitReason.DRAINED ? "has " + reason.meaning() : reason.meaning();
  }
}

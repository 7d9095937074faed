package trn2sim.traces.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.Work;
import trn2sim.traces.run.RunResult;

/** The least time that each resource alone needs for the same work; none of them is a diagnosis. */
public final class LowerBounds {
  private static final double PS_PER_SECOND = 1e12;

  private LowerBounds() {}

  /**
   * Picoseconds by name, {@code compute}, {@code hbm}, {@code link} and {@code latency}, as far as
   * they apply.
   */
  public static Map<String, Long> of(RunResult result) {
    Map<String, Long> bounds = new LinkedHashMap<>();
    Work work = result.work();
    if (work.flopsPerRank() > 0) {
      bounds.put("compute", ps(work.flopsPerRank(), work.peakFlopsPerRank()));
    }
    double tensors = tensorBytes(result);
    if (tensors > 0) {
      bounds.put("hbm", hbmPs(tensors, result));
    }
    long linkPs = communicates(result) ? Communication.linkPs(result) : 0;
    if (linkPs > 0) {
      bounds.put("link", linkPs);
    }
    result
        .neuron()
        .filter(run -> run.launch().communicator().isPresent())
        .map(run -> Communication.latencyPs(result, run))
        .filter(ps -> ps > 0)
        .ifPresent(ps -> bounds.put("latency", ps));
    return bounds;
  }

  private static boolean communicates(RunResult result) {
    return result
        .neuron()
        .map(run -> run.launch().communicator().isPresent())
        .orElse(!result.traffic().links().isEmpty());
  }

  /** What a cache keeps never crosses the memory's pins, so no more counts than was moved. */
  private static long hbmPs(double bytes, RunResult result) {
    double moved = result.traffic().hbm().stream().mapToDouble(Traffic::bytes).sum();
    return ps(Math.min(bytes * result.ranks(), moved), hbm(result));
  }

  /** What a rank must move at least, by its problem or, if nobody stated one, by its tensors. */
  private static double tensorBytes(RunResult result) {
    return result
        .work()
        .problem()
        .map(LowerBounds::bytes)
        .or(() -> result.neuron().map(run -> TensorBytes.of(run.launch())))
        .orElse(0.0);
  }

  /** Every input read once and the output written once. */
  private static double bytes(Problem problem) {
    double bytes = bytes(problem.output());
    for (Problem.Tensor input : problem.inputs()) {
      bytes += bytes(input);
    }
    return bytes;
  }

  private static double bytes(Problem.Tensor tensor) {
    return (double) tensor.rows() * tensor.cols() * tensor.dtype().bytes();
  }

  /** The memories in use together, in bytes per second. */
  private static double hbm(RunResult result) {
    return PS_PER_SECOND * result.traffic().hbm().stream().mapToDouble(Traffic::bytesPerPs).sum();
  }

  private static long ps(double amount, double perSecond) {
    return (long) Math.ceil(amount / perSecond * PS_PER_SECOND);
  }
}

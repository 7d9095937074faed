package trn2sim.traces.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;
import trn2sim.traces.run.RunResult;

/** Times that no schedule of the same work can beat; the largest is what limits. */
public final class LowerBounds {
  private static final double PS_PER_SECOND = 1e12;
  private static final int FP32_SLOWDOWN = 4;

  private LowerBounds() {}

  /**
   * Picoseconds by name, {@code compute}, {@code hbm}, {@code link} and {@code latency}, as far as
   * they apply.
   */
  public static Map<String, Long> of(RunResult result) {
    Map<String, Long> bounds = new LinkedHashMap<>();
    Launch launch = result.launch();
    if (launch.flopsPerRank() > 0) {
      bounds.put("compute", ps(launch.flopsPerRank(), peakFlopsPerRank(result)));
    }
    launch
        .problem()
        .ifPresent(problem -> bounds.put("hbm", ps(bytes(problem) * ranks(launch), hbm(result))));
    if (launch.communicator().isPresent()) {
      bounds.put("link", Communication.linkPs(result));
      bounds.put("latency", Communication.latencyPs(result));
    }
    return bounds;
  }

  /**
   * What a rank's arrays can do: rows x columns x 2 x clock of each core, a quarter of it in fp32
   * (aws-neuron-sdk nki/guides/architecture/trainium2_arch.rst).
   */
  public static double peakFlopsPerRank(RunResult result) {
    DeviceParameters device = result.scenario().device();
    DType dtype = result.scenario().dtype();
    double array =
        2.0
            * device.integer("tensor_engine.rows")
            * device.integer("tensor_engine.columns")
            * device.frequency("tensor_engine.clock").hertz();
    int cores = result.launch().cores().size() / ranks(result.launch());
    return cores * array / (dtype == DType.FP32 ? FP32_SLOWDOWN : 1);
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

  /** The stacks in use together, in bytes per second. */
  private static double hbm(RunResult result) {
    int stacks = result.machine().hbm().size();
    return (double) stacks
        * result.scenario().device().bandwidth("hbm.stack_bandwidth").bytesPerSecond();
  }

  private static int ranks(Launch launch) {
    List<Integer> ranks = launch.cores().stream().map(Launch.CoreLaunch::rank).distinct().toList();
    return ranks.size();
  }

  private static long ps(double amount, double perSecond) {
    return (long) Math.ceil(amount / perSecond * PS_PER_SECOND);
  }
}

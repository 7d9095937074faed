package trn2sim.kernels.api;

import java.util.List;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.Script;
import trn2sim.hw.spec.TensorSpec;

/**
 * The rate at which the array could do a program's matmuls, by the types of their operands: a
 * product of four-byte types takes four times as long (two passes of two cycles per row), one of
 * fp8 in double rows half (aws-neuron-sdk nki/guides/architecture/trainium2_arch.rst).
 */
public final class PeakRate {
  private PeakRate() {}

  /** Floating-point operations per second of one core, over all matmuls of the scripts. */
  static double of(TensorSpec array, List<Script> scripts) {
    double operations = 0;
    double weighted = 0;
    for (Script script : scripts) {
      for (Script.Step step : script.steps()) {
        if (step.instruction() instanceof NcMatmul matmul) {
          operations += matmul.doubleRow() ? 2 * size(matmul) : size(matmul);
          weighted += weight(array, matmul);
        }
      }
    }
    return operations > 0 ? array.peakFlops() * (operations / weighted) : array.peakFlops();
  }

  /** What a script's matmuls take at that rate, in a unit of its own: shares of it are exact. */
  public static double weight(TensorSpec array, Script script) {
    double weight = 0;
    for (Script.Step step : script.steps()) {
      weight += step.instruction() instanceof NcMatmul matmul ? weight(array, matmul) : 0;
    }
    return weight;
  }

  private static double weight(TensorSpec array, NcMatmul matmul) {
    boolean wide = matmul.moving().dtype().bytes() == Integer.BYTES;
    return wide ? size(matmul) * array.fp32().slowdown(matmul.oneZero()) : size(matmul);
  }

  private static double size(NcMatmul matmul) {
    return (double) matmul.dst().size() * matmul.moving().rows();
  }
}

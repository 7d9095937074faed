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
final class PeakRate {
  private PeakRate() {}

  /** Floating-point operations per second of one core, over all matmuls of the scripts. */
  static double of(TensorSpec array, List<Script> scripts) {
    double operations = 0;
    double weighted = 0;
    for (Script script : scripts) {
      for (Script.Step step : script.steps()) {
        if (step.instruction() instanceof NcMatmul matmul) {
          double size = (double) matmul.dst().size() * matmul.moving().rows();
          double product = matmul.doubleRow() ? 2 * size : size;
          boolean wide = matmul.moving().dtype().bytes() == Integer.BYTES;
          operations += product;
          weighted += wide ? size * array.fp32().slowdown(matmul.oneZero()) : size;
        }
      }
    }
    return operations > 0 ? array.peakFlops() * (operations / weighted) : array.peakFlops();
  }
}

package trn2sim.traces.findings;

import static trn2sim.core.unit.Units.PS_PER_SECOND;
import static trn2sim.core.unit.Units.TERA;

import java.util.Optional;
import java.util.OptionalDouble;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.run.RunResult;

/**
 * How fast the hardware worked.
 *
 * @param arithmetic of each rank, if it did any
 * @param memory of all memories in use, if their bandwidth is known
 */
public record Rates(Optional<Arithmetic> arithmetic, Optional<Memory> memory) {
  /**
   * Useful floating-point operations of one rank.
   *
   * @param perSecond what the run achieved
   * @param peak what the rank's hardware could do
   */
  public record Arithmetic(double perSecond, double peak) {
    public double tflops() {
      return perSecond / TERA;
    }

    /** Model FLOPS utilisation: the share of the peak. */
    public double mfu() {
      return perSecond / peak;
    }
  }

  /**
   * HBM traffic of all ranks.
   *
   * @param bytesPerPs what all memories in use could carry
   * @param possible bytes they could have carried in the time of the run
   */
  public record Memory(long bytes, double bytesPerPs, double possible) {
    /** Memory bandwidth utilisation: the share of the bytes that were possible. */
    public double mbu() {
      return bytes / possible;
    }
  }

  static Rates of(RunResult run) {
    return new Rates(arithmetic(run), memory(run));
  }

  private static Optional<Arithmetic> arithmetic(RunResult run) {
    double flops = run.work().flopsPerRank();
    return flops > 0 && run.totalPs() > 0
        ? Optional.of(
            new Arithmetic(flops / (run.totalPs() / PS_PER_SECOND), run.work().peakFlopsPerRank()))
        : Optional.empty();
  }

  private static Optional<Memory> memory(RunResult run) {
    double perPs = run.traffic().hbm().stream().mapToDouble(Traffic::bytesPerPs).sum();
    double possible = perPs * run.totalPs();
    long bytes = run.traffic().hbm().stream().mapToLong(Traffic::bytes).sum();
    return possible > 0 && Double.isFinite(possible)
        ? Optional.of(new Memory(bytes, perPs, possible))
        : Optional.empty();
  }

  public OptionalDouble tflops() {
    return arithmetic.map(a -> OptionalDouble.of(a.tflops())).orElse(OptionalDouble.empty());
  }

  public OptionalDouble mfu() {
    return arithmetic.map(a -> OptionalDouble.of(a.mfu())).orElse(OptionalDouble.empty());
  }

  public OptionalDouble mbu() {
    return memory.map(m -> OptionalDouble.of(m.mbu())).orElse(OptionalDouble.empty());
  }
}

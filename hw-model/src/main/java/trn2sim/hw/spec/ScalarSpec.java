package trn2sim.hw.spec;

import trn2sim.core.unit.Frequency;

/**
 * The Scalar engine.
 *
 * @param overlapPs part of the latency hidden when the next instruction is independent
 * @param tableLoadPs before a function that the table in place does not hold
 * @param pointerPs for a per-partition scalar read from SBUF
 */
public record ScalarSpec(
    Frequency clock,
    long overlapPs,
    int minCycles,
    long tableLoadPs,
    long pointerPs,
    Startup copyStartup,
    Startup activationStartup,
    Startup identityStartup,
    Cycles cycles) {

  /** What an instruction takes before its first element, by the memory of its source. */
  public record Startup(long sbufPs, long psumPs) {}

  /**
   * Cycles per element.
   *
   * @param narrowCopy copy path where everything is 16 bits wide or less, and in SBUF
   * @param narrowing copy or cast from PSUM into a 16-bit type
   * @param activationNarrowing a function from PSUM into a 16-bit type
   */
  public record Cycles(
      double copy,
      double narrowCopy,
      double narrowing,
      double activation,
      double activationNarrowing,
      double root,
      double silu) {}

  ScalarSpec(Leaves scalar) {
    this(
        scalar.clock("clock"),
        scalar.ps("overlap"),
        scalar.fixedCycles("min_cycles"),
        scalar.ps("table_load"),
        scalar.ps("pointer_operand"),
        startup(scalar, "tensor_copy"),
        startup(scalar, "activation"),
        startup(scalar, "identity"),
        cycles(scalar.in("cycles")));
  }

  private static Startup startup(Leaves scalar, String family) {
    Leaves startup = scalar.in("startup");
    return new Startup(startup.ps(family), startup.ps(family + "_psum"));
  }

  private static Cycles cycles(Leaves cycles) {
    return new Cycles(
        cycles.cycles("tensor_copy"),
        cycles.cycles("tensor_copy_16bit"),
        cycles.cycles("psum_to_16bit"),
        cycles.cycles("activation"),
        cycles.cycles("activation_psum_to_16bit"),
        cycles.cycles("root"),
        cycles.cycles("silu"));
  }
}

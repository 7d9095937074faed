package trn2sim.hw.spec;

import trn2sim.core.unit.Frequency;

/**
 * The systolic array.
 *
 * @param stridedBytes a moving operand with a longer element stride is fed at half rate
 * @param fillCycles part of the latency of results and weight loads that doubles at half rate
 * @param drainPs the rest of the result latency
 */
public record TensorSpec(
    Frequency clock,
    int rows,
    int columns,
    int issueCycles,
    int minCycles,
    int fillCycles,
    long drainPs,
    long stridedBytes,
    Fp32 fp32,
    WeightLoad weightLoad,
    Throttle throttle) {

  /** What four-byte operands need more of: passes, and array cycles per moving row of each. */
  public record Fp32(int passes, int rowCycles, int transposePasses) {
    /** Array time of a product over that of a narrow one. */
    public int slowdown() {
      return slowdown(false);
    }

    /** The same, if an operand may hold nothing but ones and zeros, as in a transpose. */
    public int slowdown(boolean oneZero) {
      return passes(oneZero) * rowCycles;
    }

    public int passes(boolean oneZero) {
      return oneZero ? transposePasses : passes;
    }
  }

  /**
   * Loading a stationary operand: fixed time, and cycles per column.
   *
   * @param stridedFactor how much longer columns take that lie apart, without the fast load
   */
  public record WeightLoad(
      long latencyPs, double columnCycles, double fp32ColumnCycles, double stridedFactor) {}

  /**
   * The activity throttle.
   *
   * @param threshold share of a window's array cycles that earns full rate in the next
   * @param phasePs end of the first, shorter window; 0 if it has full length
   */
  public record Throttle(int windowCycles, double threshold, int slowFactor, long phasePs) {}

  private static final int MOST_PASSES = 64;
  private static final int SHORTEST_WINDOW = 64;
  private static final int LONGEST_WINDOW = 1 << 30;
  private static final int SLOWEST = 100;

  TensorSpec(Leaves tensor) {
    this(
        tensor.clock("clock"),
        tensor.fixed(
            "rows", NkiLimits.PARTITIONS, "the rows that NKI's instructions feed, one a partition"),
        tensor.fixed(
            "columns", NkiLimits.STATIONARY, "the columns that NKI's instructions address"),
        tensor.fixedCycles("issue_cycles"),
        tensor.fixedCycles("min_cycles"),
        tensor.fixedCycles("fill_cycles"),
        tensor.ps("drain"),
        tensor.bytes("strided_bytes", "1 B", "64 KiB"),
        new Fp32(
            tensor.count("fp32_passes", MOST_PASSES),
            tensor.count("fp32_row_cycles", MOST_PASSES),
            tensor.count("fp32_transpose_passes", MOST_PASSES)),
        weightLoad(tensor.in("weight_load")),
        throttle(tensor.in("throttle")));
    tensor
        .in("throttle")
        .require(
            throttle.phasePs < clock.psFor(throttle.windowCycles),
            "phase",
            "less than a window, " + throttle.windowCycles + " cycles");
    tensor.derived(
        "peak_tflops",
        Quantity.NUMBER,
        peakFlops() / 1e12,
        0.01,
        "tensor_engine.rows",
        "tensor_engine.columns",
        "tensor_engine.clock");
  }

  private static WeightLoad weightLoad(Leaves load) {
    return new WeightLoad(
        load.ps("latency"),
        load.cycles("column_cycles"),
        load.cycles("fp32_column_cycles"),
        load.number("strided_factor", 1, SLOWEST));
  }

  private static Throttle throttle(Leaves throttle) {
    return new Throttle(
        throttle.whole("window_cycles", SHORTEST_WINDOW, LONGEST_WINDOW),
        throttle.number("threshold", 0, 1),
        throttle.count("slow_factor", SLOWEST),
        throttle.ps("phase"));
  }

  /**
   * Peak rate in floating-point operations per second: a multiply and an add per cell and cycle.
   */
  public double peakFlops() {
    return 2.0 * rows * columns * clock.hertz();
  }
}

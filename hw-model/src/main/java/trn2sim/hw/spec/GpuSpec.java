package trn2sim.hw.spec;

import trn2sim.core.unit.Frequency;

/**
 * A node of GPUs, or one GPU whose peers are across its link, in the units the model computes in.
 */
public record GpuSpec(int gpus, Sm sm, Memory memory, Copies copies, Host host, long barrierPs)
    implements DeviceSpec {
  /** The kind that device files name. */
  public static final String KIND = "gpu";

  /** The processors that run thread blocks. */
  public record Sm(
      int count,
      Frequency clock,
      int flopsPerCycle,
      long sharedBytes,
      int stepCycles,
      long blockPs,
      long prologuePs,
      long epiloguePs,
      double sustainedFlopsPerPs) {}

  /** Device memory and the cache before it. */
  public record Memory(
      double hbmPeakPerPs,
      double hbmPerPs,
      double l2PerPs,
      long l2Bytes,
      long reuseBytes,
      int sliceColumns,
      double writeUnits) {}

  /** The copy engine, the link it pulls over, and the flags it writes. */
  public record Copies(
      double linkPerPs,
      double localPerPs,
      double hbmUnits,
      long startPs,
      long flagPs,
      long pollPs) {}

  /** What calls cost on the host, and how far it is ahead when timing starts. */
  public record Host(
      long beginPs,
      long copyPs,
      long flagPs,
      long barrierPs,
      long kernelPs,
      long returnPs,
      long launchPs,
      long headStartPs) {}

  private static final double PS_PER_SECOND = 1e12;
  private static final int MOST_GPUS = 1024;
  private static final int MOST_SMS = 4096;
  private static final int MOST_FLOPS = 1 << 20;
  private static final int MOST_COLUMNS = 1 << 20;
  private static final int LEAST_COLUMNS = 16;
  private static final int MOST_UNITS = 100;

  GpuSpec(Leaves leaves) {
    this(
        leaves.in("node").count("gpus", MOST_GPUS),
        sm(leaves),
        memory(leaves.in("hbm"), leaves.in("l2")),
        copies(leaves),
        host(leaves.in("host")),
        leaves.in("barrier").ps("time"));
  }

  /** Peak rate of one GPU in floating-point operations per second. */
  public double peakFlops() {
    return (double) sm.count() * sm.flopsPerCycle() * sm.clock().hertz();
  }

  private static Sm sm(Leaves leaves) {
    Leaves sm = leaves.in("sm");
    Leaves block = leaves.in("block");
    return new Sm(
        sm.count("count", MOST_SMS),
        sm.clock("clock"),
        sm.count("flops_per_cycle", MOST_FLOPS),
        sm.bytes("shared_memory", "1 KiB", "64 MiB"),
        sm.fixedCycles("step_cycles"),
        block.ps("launch"),
        block.ps("prologue"),
        block.ps("epilogue"),
        leaves.in("power").number("sustained_tflops", 0.001, 1e6));
  }

  /** A byte written takes at least the time of a byte read. */
  private static Memory memory(Leaves hbm, Leaves l2) {
    double peak = perPs(hbm, "bandwidth");
    return new Memory(
        peak,
        peak * hbm.share("efficiency"),
        perPs(l2, "bandwidth"),
        l2.bytes("capacity", "1 KiB", "64 GiB"),
        l2.bytes("reuse_window", "0 B", "64 GiB"),
        l2.whole("slice_columns", LEAST_COLUMNS, MOST_COLUMNS),
        hbm.number("write_units", 1, MOST_UNITS));
  }

  /** A copy from a peer at least writes each of its bytes once. */
  private static Copies copies(Leaves leaves) {
    Leaves engine = leaves.in("copy_engine");
    return new Copies(
        perPs(leaves.in("link"), "bandwidth"),
        perPs(engine, "local_bandwidth"),
        engine.number("hbm_units", 1, MOST_UNITS),
        engine.ps("start"),
        leaves.in("flag").ps("write"),
        leaves.in("flag").ps("poll"));
  }

  private static Host host(Leaves host) {
    return new Host(
        host.ps("begin"),
        host.ps("copy_call"),
        host.ps("flag_call"),
        host.ps("barrier_call"),
        host.ps("kernel_call"),
        host.ps("kernel_return"),
        host.ps("launch_latency"),
        host.ps("head_start"));
  }

  private static double perPs(Leaves section, String name) {
    return section.bandwidth(name).bytesPerSecond() / PS_PER_SECOND;
  }
}

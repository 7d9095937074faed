package trn2sim.hw.spec;

import trn2sim.core.unit.Frequency;

/** Ascend dies in a full mesh, in the units the model computes in. */
public record AscendSpec(
    Cores cores, Buffers buffers, Pipes pipes, Memory memory, Comm comm, Host host)
    implements DeviceSpec {
  /** The kind that device files name. */
  public static final String KIND = "ascend";

  /** The cores of a die; AIC cores multiply, AIV cores communicate. */
  public record Cores(int aic, int aiv, Frequency clock, int flopsPerCycle, int ranks) {}

  /** Bytes of each on-chip buffer of a core. */
  public record Buffers(long l1, long l0a, long l0b, long l0c, long ub) {}

  /** Rates and fixed costs of a cube core's pipes. */
  public record Pipes(
      int matmulCycles,
      int l0aPerCycle,
      int l0bPerCycle,
      int extractCycles,
      double loadPerPs,
      long loadPs,
      double storePerPs) {}

  /** Die memory. */
  public record Memory(double hbmPerPs, long l2Bytes, long reuseBytes) {}

  /** What AIV cores and the links between dies do. */
  public record Comm(
      double readPerPs,
      double writePerPs,
      double linkPerPs,
      long latencyPs,
      long notifyPs,
      long publishPs,
      long pollPs) {}

  /** What the host does: the time from a launch to the first work, and a stream's sync. */
  public record Host(long launchPs, long syncPs) {}

  private static final double PS_PER_SECOND = 1e12;
  private static final int MOST_CORES = 1024;
  private static final int MOST_PER_CYCLE = 1 << 20;
  private static final String SMALLEST = "1 KiB";

  AscendSpec(Leaves leaves) {
    this(
        cores(leaves),
        buffers(leaves.in("buffers")),
        pipes(leaves),
        new Memory(
            perPs(leaves.in("hbm"), "bandwidth"),
            leaves.in("l2").bytes("capacity", SMALLEST, "64 GiB"),
            leaves.in("l2").bytes("reuse_window", "0 B", "64 GiB")),
        comm(leaves.in("aiv"), leaves.in("mesh"), leaves.in("aic").ps("poll")),
        new Host(leaves.in("host").ps("launch"), leaves.in("host").ps("sync")));
  }

  /** Peak rate of one die in floating-point operations per second. */
  public double peakFlops() {
    return (double) cores.aic() * cores.flopsPerCycle() * cores.clock().hertz();
  }

  private static Cores cores(Leaves leaves) {
    Leaves cores = leaves.in("cores");
    return new Cores(
        cores.count("aic", MOST_CORES),
        cores.count("aiv", MOST_CORES),
        cores.clock("clock"),
        leaves.in("cube").count("flops_per_cycle", MOST_PER_CYCLE),
        leaves.in("mesh").count("dies", MOST_CORES));
  }

  private static Buffers buffers(Leaves buffers) {
    return new Buffers(
        buffers.bytes("l1", SMALLEST, "1 GiB"),
        buffers.bytes("l0a", SMALLEST, "1 GiB"),
        buffers.bytes("l0b", SMALLEST, "1 GiB"),
        buffers.bytes("l0c", SMALLEST, "1 GiB"),
        buffers.bytes("ub", SMALLEST, "1 GiB"));
  }

  private static Pipes pipes(Leaves leaves) {
    Leaves mte1 = leaves.in("mte1");
    Leaves mte2 = leaves.in("mte2");
    return new Pipes(
        leaves.in("cube").fixedCycles("overhead_cycles"),
        mte1.count("l0a_bytes_per_cycle", MOST_PER_CYCLE),
        mte1.count("l0b_bytes_per_cycle", MOST_PER_CYCLE),
        mte1.fixedCycles("overhead_cycles"),
        perPs(mte2, "bandwidth"),
        mte2.ps("latency"),
        perPs(leaves.in("fix"), "bandwidth"));
  }

  private static Comm comm(Leaves aiv, Leaves mesh, long pollPs) {
    return new Comm(
        perPs(aiv, "read_bandwidth"),
        perPs(aiv, "write_bandwidth"),
        perPs(mesh, "pair_bandwidth"),
        mesh.ps("latency"),
        aiv.ps("notify"),
        aiv.ps("publish"),
        pollPs);
  }

  private static double perPs(Leaves section, String name) {
    return section.bandwidth(name).bytesPerSecond() / PS_PER_SECOND;
  }
}

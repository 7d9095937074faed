package trn2sim.hw.ascend;

import trn2sim.core.unit.Frequency;
import trn2sim.hw.spec.DeviceParameters;

/** What a device file of kind {@code ascend} says, in the units the model computes in. */
public record AscendParameters(
    Cores cores, Buffers buffers, Pipes pipes, Memory memory, Comm comm, Host host) {
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

  public static AscendParameters of(DeviceParameters device) {
    return new AscendParameters(
        new Cores(
            device.integer("cores.aic"),
            device.integer("cores.aiv"),
            device.frequency("cores.clock"),
            device.integer("cube.flops_per_cycle"),
            device.integer("mesh.dies")),
        buffers(device),
        pipes(device),
        new Memory(
            perPs(device, "hbm.bandwidth"),
            device.bytes("l2.capacity").bytes(),
            device.bytes("l2.reuse_window").bytes()),
        comm(device),
        new Host(ps(device, "host.launch"), ps(device, "host.sync")));
  }

  /** Peak rate of one die in floating-point operations per second. */
  public double peakFlops() {
    return (double) cores.aic() * cores.flopsPerCycle() * cores.clock().hertz();
  }

  private static Buffers buffers(DeviceParameters device) {
    return new Buffers(
        device.bytes("buffers.l1").bytes(),
        device.bytes("buffers.l0a").bytes(),
        device.bytes("buffers.l0b").bytes(),
        device.bytes("buffers.l0c").bytes(),
        device.bytes("buffers.ub").bytes());
  }

  private static Pipes pipes(DeviceParameters device) {
    return new Pipes(
        device.integer("cube.overhead_cycles"),
        device.integer("mte1.l0a_bytes_per_cycle"),
        device.integer("mte1.l0b_bytes_per_cycle"),
        device.integer("mte1.overhead_cycles"),
        perPs(device, "mte2.bandwidth"),
        ps(device, "mte2.latency"),
        perPs(device, "fix.bandwidth"));
  }

  private static Comm comm(DeviceParameters device) {
    return new Comm(
        perPs(device, "aiv.read_bandwidth"),
        perPs(device, "aiv.write_bandwidth"),
        perPs(device, "mesh.pair_bandwidth"),
        ps(device, "mesh.latency"),
        ps(device, "aiv.notify"),
        ps(device, "aiv.publish"),
        ps(device, "aic.poll"));
  }

  private static long ps(DeviceParameters device, String name) {
    return device.duration(name).ps();
  }

  private static double perPs(DeviceParameters device, String name) {
    return device.bandwidth(name).bytesPerSecond() / PS_PER_SECOND;
  }
}

package trn2sim.hw.gpu;

import trn2sim.core.unit.Frequency;
import trn2sim.hw.spec.DeviceParameters;

/** What a device file of kind {@code gpu} says, in the units the model computes in. */
public record GpuParameters(
    int gpus, Sm sm, Memory memory, Copies copies, Host host, long barrierPs) {
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

  public static GpuParameters of(DeviceParameters device) {
    return new GpuParameters(
        device.integer("node.gpus"),
        sm(device),
        memory(device),
        copies(device),
        host(device),
        ps(device, "barrier.time"));
  }

  /** Peak rate of one GPU in floating-point operations per second. */
  public double peakFlops() {
    return (double) sm.count() * sm.flopsPerCycle() * sm.clock().hertz();
  }

  private static Sm sm(DeviceParameters device) {
    return new Sm(
        device.integer("sm.count"),
        device.frequency("sm.clock"),
        device.integer("sm.flops_per_cycle"),
        device.bytes("sm.shared_memory").bytes(),
        device.integer("sm.step_cycles"),
        ps(device, "block.launch"),
        ps(device, "block.prologue"),
        ps(device, "block.epilogue"),
        device.number("power.sustained_tflops"));
  }

  private static Memory memory(DeviceParameters device) {
    double peak = perPs(device, "hbm.bandwidth");
    return new Memory(
        peak,
        peak * device.number("hbm.efficiency"),
        perPs(device, "l2.bandwidth"),
        device.bytes("l2.capacity").bytes(),
        device.bytes("l2.reuse_window").bytes(),
        device.integer("l2.slice_columns"),
        device.number("hbm.write_units"));
  }

  private static Copies copies(DeviceParameters device) {
    return new Copies(
        perPs(device, "link.bandwidth"),
        perPs(device, "copy_engine.local_bandwidth"),
        device.number("copy_engine.hbm_units"),
        ps(device, "copy_engine.start"),
        ps(device, "flag.write"),
        ps(device, "flag.poll"));
  }

  private static Host host(DeviceParameters device) {
    return new Host(
        ps(device, "host.begin"),
        ps(device, "host.copy_call"),
        ps(device, "host.flag_call"),
        ps(device, "host.barrier_call"),
        ps(device, "host.kernel_call"),
        ps(device, "host.kernel_return"),
        ps(device, "host.launch_latency"),
        ps(device, "host.head_start"));
  }

  private static long ps(DeviceParameters device, String name) {
    return device.duration(name).ps();
  }

  private static double perPs(DeviceParameters device, String name) {
    return device.bandwidth(name).bytesPerSecond() / PS_PER_SECOND;
  }
}

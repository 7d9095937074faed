package trn2sim.hw.gpu;

import java.util.List;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.memory.SharedCache;
import trn2sim.hw.spec.GpuSpec;

/**
 * What the blocks and copies of one GPU share: device memory, the cache before it, the power that
 * its tensor cores may draw, and the link into it.
 */
public final class GpuChip {
  private final String name;
  private final GpuSpec parameters;
  private final Simulation simulation;
  private final FlowNetwork network;
  private final SharedCache cache;
  private final Channel hbm;
  private final Channel l2;
  private final Channel power;
  private final Channel link;
  private final Channel copyEngine;
  private long hbmBytes;

  /**
   * @param operandBytes bytes that the blocks of a kernel read again and again
   */
  public GpuChip(String name, GpuSpec parameters, long operandBytes, Simulation simulation) {
    this.name = name;
    this.parameters = parameters;
    this.simulation = simulation;
    this.network = new FlowNetwork(simulation);
    GpuSpec.Memory memory = parameters.memory();
    this.cache = new SharedCache(memory.reuseBytes(), memory.l2Bytes(), operandBytes);
    this.hbm = new Channel(name + ".Hbm", parameters.memory().hbmPerPs());
    this.l2 = new Channel(name + ".L2", parameters.memory().l2PerPs());
    this.power = new Channel(name + ".Power", parameters.sm().sustainedFlopsPerPs());
    this.link = new Channel(name + ".LinkIn", parameters.copies().linkPerPs());
    this.copyEngine = new Channel(name + ".LocalCopy", parameters.copies().localPerPs());
  }

  public String name() {
    return name;
  }

  public GpuSpec parameters() {
    return parameters;
  }

  public Channel hbm() {
    return hbm;
  }

  /** Bytes that blocks and copies moved from or to device memory. */
  public long hbmBytes() {
    return hbmBytes;
  }

  public Channel link() {
    return link;
  }

  public Channel copyEngine() {
    return copyEngine;
  }

  Simulation simulation() {
    return simulation;
  }

  void at(long timePs, Phase phase, String what, Runnable action) {
    simulation.at(timePs, phase, what, action);
  }

  /** Pulls bytes into device memory, over the link or from the device itself. */
  void copy(long bytes, boolean local, Runnable whenDone) {
    hbmBytes += bytes;
    double hbmUnits = local ? 2 : parameters.copies().hbmUnits();
    List<Flow.Use> uses =
        List.of(new Flow.Use(local ? copyEngine : link, 1), new Flow.Use(hbm, hbmUnits));
    network.start(bytes, uses, Double.POSITIVE_INFINITY, whenDone);
  }

  /**
   * Feeds one K slice to a block: its operands come from the cache if another block had them there
   * lately, else from memory; the tensor cores take them at their own rate at most.
   *
   * @param alonePs how long the tensor cores need for the slice by themselves
   */
  void slice(Gemm gemm, Gemm.Block block, int slice, long alonePs, Runnable whenDone) {
    int columns = parameters.memory().sliceColumns();
    int width = Math.min(columns, gemm.k() - slice * columns);
    long left = Gemm.operandBytes(gemm.tileM(), width);
    long right = Gemm.operandBytes(gemm.tileN(), width);
    double missed =
        cache.read(key(0, block.row(), slice), left)
            + cache.read(key(1, block.col(), slice), right);
    double bytes = left + right;
    double flops = 2.0 * gemm.tileM() * gemm.tileN() * width;
    hbmBytes += Math.round(missed);
    Flow.Use cached = new Flow.Use(l2, 1);
    Flow.Use powered = new Flow.Use(power, flops / bytes);
    List<Flow.Use> uses =
        missed == 0
            ? List.of(cached, powered)
            : List.of(cached, powered, new Flow.Use(hbm, missed / bytes));
    network.start(left + right, uses, bytes / alonePs, whenDone);
  }

  /** Writes a block's result. */
  void store(long bytes, Runnable whenDone) {
    hbmBytes += bytes;
    List<Flow.Use> uses =
        List.of(new Flow.Use(l2, 1), new Flow.Use(hbm, parameters.memory().writeUnits()));
    network.start(bytes, uses, Double.POSITIVE_INFINITY, whenDone);
  }

  private static long key(int operand, int tile, int slice) {
    return ((long) operand << 62) | (long) tile << 31 | slice;
  }
}

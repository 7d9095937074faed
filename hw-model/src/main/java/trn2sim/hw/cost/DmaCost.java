package trn2sim.hw.cost;

import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.unit.Bandwidth;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.dma.Transfer.Queue;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

/**
 * What a DMA instruction asks of the engines. Service of one descriptor: fixed + partial beat +
 * bytes / engine bandwidth; a descriptor is a run of adjacent bytes on both sides.
 */
final class DmaCost {
  private final DeviceParameters device;
  private final Map<String, Long> times = new TreeMap<>();
  private final int engines;
  private final int rowsPerEngine;
  private final Bandwidth engineRate;
  private final long descriptorPs;
  private final long partialPs;
  private final long beat;
  private final long maxDescriptor;

  DmaCost(DeviceParameters device) {
    this.device = device;
    engines = device.integer("dma.engines");
    rowsPerEngine = device.integer("dma.partitions_per_engine");
    engineRate = device.bandwidth("dma.engine_bandwidth");
    descriptorPs = ps("descriptor");
    partialPs = ps("partial_beat");
    beat = device.bytes("dma.beat").bytes();
    maxDescriptor = device.bytes("dma.max_descriptor").bytes();
  }

  Cost cost(DmaCopy copy) {
    Descriptors plan = descriptors(copy);
    long[] enginePs = spread(copy, plan);
    int count = plan.count();
    long bytes = Math.max(copy.src().bytes(), copy.dst().bytes());
    boolean load = copy.isLoad();
    long notify = ps(load ? "notify_load" : "notify_store");
    long hbm =
        (touchesHbm(copy.src()) ? copy.src().bytes() : 0)
            + (touchesHbm(copy.dst()) ? copy.dst().bytes() : 0);
    Queue queue = queue(copy.engine(), load);
    return new Cost.Dma(
        switch (copy.dge()) {
          case STATIC ->
              new Transfer(
                  queue,
                  bytes,
                  count,
                  enginePs,
                  ps("static.issue"),
                  ps("static.doorbell"),
                  ps("static.ring_fetch"),
                  load ? ps("static.read_latency") : 0,
                  true,
                  0,
                  notify,
                  hbm);
          case SWDGE ->
              new Transfer(
                  queue,
                  bytes,
                  count,
                  enginePs,
                  ps("swdge.issue") + pacePs(count),
                  ps(load ? "swdge.dispatch_load" : "swdge.dispatch_store"),
                  0,
                  firstDataPs(load),
                  false,
                  pacePs(count),
                  notify,
                  hbm);
          case HWDGE ->
              new Transfer(
                  queue,
                  bytes,
                  count,
                  enginePs,
                  ps("hwdge.issue"),
                  ps(
                      copy.engine() == Engine.SYNC
                          ? "hwdge.dispatch_sync"
                          : "hwdge.dispatch_scalar"),
                  0,
                  firstDataPs(load),
                  false,
                  0,
                  notify,
                  hbm);
        });
  }

  private record Descriptors(int rows, int perRow, long bytes) {
    int count() {
      return rows * perRow;
    }
  }

  /** Adjacent bytes on both sides, cut at the largest descriptor; rows are the on-chip side's. */
  private Descriptors descriptors(DmaCopy copy) {
    Access side = copy.dst().buffer().onChip() ? copy.dst() : copy.src();
    int width = Math.max(copy.src().dtype().bytes(), copy.dst().dtype().bytes());
    long perRow = (long) side.elements() * width;
    long run = copy.transpose() ? perRow : Math.min(run(copy.src()), run(copy.dst())) * width;
    long size = Math.min(Math.min(run, perRow), maxDescriptor);
    return new Descriptors(side.rows(), (int) ((perRow + size - 1) / size), size);
  }

  private static long run(Access access) {
    return access.pattern().run();
  }

  /** Each engine serves the rows of its own partitions; HBM to HBM is spread evenly. */
  private long[] spread(DmaCopy copy, Descriptors plan) {
    long[] enginePs = new long[engines];
    boolean chip = copy.dst().buffer().onChip() || copy.src().buffer().onChip();
    Access side = copy.dst().buffer().onChip() ? copy.dst() : copy.src();
    int first = chip ? side.row() : 0;
    long one = servicePs(copy, plan.bytes) * plan.perRow;
    for (int row = 0; row < plan.rows; row++) {
      int engine = chip ? (first + row) / rowsPerEngine % engines : row % engines;
      enginePs[engine] += one;
    }
    return enginePs;
  }

  private long servicePs(DmaCopy copy, long bytes) {
    double moving = engineRate.psFor(bytes) / efficiency(copy);
    return descriptorPs + (bytes % beat == 0 ? 0 : partialPs) + (long) Math.ceil(moving);
  }

  private double efficiency(DmaCopy copy) {
    double cast =
        copy.src().dtype() == copy.dst().dtype() ? 1 : device.number("dma.cast_efficiency");
    if (!copy.transpose()) {
      return cast;
    }
    return cast
        * device.number(
            copy.isLoad() ? "dma.transpose_efficiency" : "dma.sbuf_transpose_efficiency");
  }

  private long pacePs(int descriptors) {
    return descriptors * ps("swdge.issue_per_descriptor");
  }

  private long firstDataPs(boolean load) {
    return ps(load ? "dge_read_latency" : "dge_write_latency");
  }

  private static boolean touchesHbm(Access access) {
    return access.space() == MemorySpace.HBM;
  }

  private static Queue queue(Engine issuer, boolean load) {
    return switch (issuer) {
      case GPSIMD -> load ? Queue.GPSIMD_LOAD : Queue.GPSIMD_STORE;
      case SCALAR -> load ? Queue.SCALAR_LOAD : Queue.SCALAR_STORE;
      default -> load ? Queue.SYNC_LOAD : Queue.SYNC_STORE;
    };
  }

  private long ps(String name) {
    return times.computeIfAbsent(name, key -> device.duration("dma." + key).ps());
  }
}

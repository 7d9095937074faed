package trn2sim.hw.cost;

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
  /** A cost that differs between loads and stores. */
  private record Directed(long loadPs, long storePs) {
    long ps(boolean load) {
      return load ? loadPs : storePs;
    }
  }

  private final int engines;
  private final int rowsPerEngine;
  private final Bandwidth engineRate;
  private final long descriptorPs;
  private final long partialPs;
  private final long beat;
  private final long maxDescriptor;
  private final double castEfficiency;
  private final double transposeEfficiency;
  private final double sbufTransposeEfficiency;
  private final Directed notify;
  private final Directed dgeLatency;
  private final Directed softwareDispatch;
  private final long softwareIssuePs;
  private final long softwareDescriptorPs;
  private final long hardwareIssuePs;
  private final long syncDispatchPs;
  private final long scalarDispatchPs;
  private final long staticIssuePs;
  private final long doorbellPs;
  private final long ringFetchPs;
  private final long staticReadPs;

  DmaCost(DeviceParameters device) {
    engines = device.count("dma.engines");
    rowsPerEngine = device.count("dma.partitions_per_engine");
    engineRate = device.bandwidth("dma.engine_bandwidth");
    descriptorPs = device.duration("dma.descriptor").ps();
    partialPs = device.duration("dma.partial_beat").ps();
    beat = device.bytes("dma.beat").bytes();
    maxDescriptor = device.bytes("dma.max_descriptor").bytes();
    castEfficiency = device.share("dma.cast_efficiency");
    transposeEfficiency = device.share("dma.transpose_efficiency");
    sbufTransposeEfficiency = device.share("dma.sbuf_transpose_efficiency");
    notify = directed(device, "notify_load", "notify_store");
    dgeLatency = directed(device, "dge_read_latency", "dge_write_latency");
    softwareDispatch = directed(device, "swdge.dispatch_load", "swdge.dispatch_store");
    softwareIssuePs = device.duration("dma.swdge.issue").ps();
    softwareDescriptorPs = device.duration("dma.swdge.issue_per_descriptor").ps();
    hardwareIssuePs = device.duration("dma.hwdge.issue").ps();
    syncDispatchPs = device.duration("dma.hwdge.dispatch_sync").ps();
    scalarDispatchPs = device.duration("dma.hwdge.dispatch_scalar").ps();
    staticIssuePs = device.duration("dma.static.issue").ps();
    doorbellPs = device.duration("dma.static.doorbell").ps();
    ringFetchPs = device.duration("dma.static.ring_fetch").ps();
    staticReadPs = device.duration("dma.static.read_latency").ps();
  }

  private static Directed directed(DeviceParameters device, String load, String store) {
    return new Directed(device.duration("dma." + load).ps(), device.duration("dma." + store).ps());
  }

  Cost cost(DmaCopy copy) {
    Descriptors plan = descriptors(copy);
    long[] enginePs = spread(copy, plan);
    int count = plan.count();
    long bytes = Math.max(copy.src().bytes(), copy.dst().bytes());
    boolean load = copy.isLoad();
    long notifyPs = notify.ps(load);
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
                  staticIssuePs,
                  doorbellPs,
                  ringFetchPs,
                  load ? staticReadPs : 0,
                  true,
                  0,
                  notifyPs,
                  hbm);
          case SWDGE ->
              new Transfer(
                  queue,
                  bytes,
                  count,
                  enginePs,
                  softwareIssuePs + pacePs(count),
                  softwareDispatch.ps(load),
                  0,
                  dgeLatency.ps(load),
                  false,
                  pacePs(count),
                  notifyPs,
                  hbm);
          case HWDGE ->
              new Transfer(
                  queue,
                  bytes,
                  count,
                  enginePs,
                  hardwareIssuePs,
                  copy.engine() == Engine.SYNC ? syncDispatchPs : scalarDispatchPs,
                  0,
                  dgeLatency.ps(load),
                  false,
                  0,
                  notifyPs,
                  hbm);
        });
  }

  private record Descriptors(int rows, int perRow, long bytes) {
    int count() {
      return rows * perRow;
    }
  }

  /** Adjacent bytes on both sides, in equal pieces below the limit; rows are the on-chip side's. */
  private Descriptors descriptors(DmaCopy copy) {
    Access side = copy.dst().buffer().onChip() ? copy.dst() : copy.src();
    int width = Math.max(copy.src().dtype().bytes(), copy.dst().dtype().bytes());
    long perRow = (long) side.elements() * width;
    long run = copy.transpose() ? perRow : Math.min(run(copy.src()), run(copy.dst())) * width;
    long size = Math.min(Math.min(run, perRow), maxDescriptor);
    long count = (perRow + size - 1) / size;
    return new Descriptors(side.rows(), (int) count, (perRow + count - 1) / count);
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
    for (int row = 0; row < plan.rows; ) {
      int partition = first + row;
      int rows = chip ? Math.min(plan.rows - row, rowsPerEngine - partition % rowsPerEngine) : 1;
      int engine = chip ? partition / rowsPerEngine % engines : row % engines;
      enginePs[engine] += rows * one;
      row += rows;
    }
    return enginePs;
  }

  private long servicePs(DmaCopy copy, long bytes) {
    double moving = engineRate.psFor(bytes) / efficiency(copy);
    return descriptorPs + (bytes % beat == 0 ? 0 : partialPs) + (long) Math.ceil(moving);
  }

  private double efficiency(DmaCopy copy) {
    double cast = copy.src().dtype() == copy.dst().dtype() ? 1 : castEfficiency;
    double turn = copy.isLoad() ? transposeEfficiency : sbufTransposeEfficiency;
    return copy.transpose() ? cast * turn : cast;
  }

  private long pacePs(int descriptors) {
    return descriptors * softwareDescriptorPs;
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
}

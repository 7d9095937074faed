package trn2sim.hw.cost;

import java.util.Arrays;
import trn2sim.core.unit.Bandwidth;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.dma.Transfer.Queue;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DmaSpec;
import trn2sim.hw.spec.DmaSpec.DgeRead;
import trn2sim.hw.spec.MemorySpec;
import trn2sim.hw.spec.NeuronSpec;

/**
 * What a DMA instruction asks of the engines. Service of one descriptor: fixed + partial beat +
 * bytes / engine bandwidth; a descriptor is a run of adjacent bytes on both sides, and the last one
 * writes a semaphore. A load whose descriptors are made at run time gets less out of an engine,
 * which leaves the rest to others. An address that is in memory is brought into a register first,
 * for each DMA anew.
 */
final class DmaCost {
  /** Tiles of a few kinds are moved in turn. */
  private static final int KINDS = 8;

  /** A copy, and what it and those like it cost. */
  private record Known(DmaCopy copy, Cost cost) {}

  private final DmaSpec dma;
  private final MemorySpec memory;
  private final long registerPs;
  private final int lnc;

  /** The latest kinds of copies; threads that disagree about them only work twice. */
  private final Known[] known = new Known[KINDS];

  private int kinds;

  /**
   * @param lnc cores of a rank
   */
  DmaCost(NeuronSpec device, int lnc) {
    this.dma = device.dma();
    this.memory = device.memory();
    this.registerPs = device.gpsimd().registerPs();
    this.lnc = lnc;
  }

  /** Copies that are alike share one cost. */
  Cost cost(DmaCopy copy) {
    for (Known one : known) {
      if (one != null && one.copy.isLike(copy)) {
        return one.cost;
      }
    }
    Known made = new Known(copy, costOf(copy));
    known[Math.floorMod(kinds++, KINDS)] = made;
    return made.cost;
  }

  private Cost costOf(DmaCopy copy) {
    Descriptors plan = descriptors(copy);
    long[] enginePs = spread(copy, plan, servicePs(copy, plan.bytes));
    long bytes = Math.max(copy.src().bytes(), copy.dst().bytes());
    boolean load = copy.isLoad();
    long readPs = load ? dgeReadPs(copy, plan) : 0;
    long notifyPs = dma.notification().ps(load);
    Start start = start(copy, plan, readPs, enginePs);
    return new Cost.Dma(
        new Transfer(
            queue(copy.engine(), load),
            bytes,
            plan.count(),
            enginePs,
            start.issuePs + registerPs * addressesInMemory(copy),
            start.dispatchPs,
            start.fetchPs,
            start.latencyPs,
            start.pacePs,
            start.staggerPs,
            notifyPs,
            hbmBytes(copy.src()) + hbmBytes(copy.dst()),
            hbmLoad(copy.src()) + hbmLoad(copy.dst())));
  }

  private static long hbmBytes(Access side) {
    return side.space() == MemorySpace.HBM ? side.bytes() : 0;
  }

  /** Two cores get less of their stack for short pieces than for contiguous tiles. */
  private long hbmLoad(Access side) {
    long piece = side.sideBySide() * side.dtype().bytes();
    boolean isInPieces = piece < Math.min(side.bytes(), memory.pieceBytes());
    double load = isInPieces ? memory.pieceLoad() : 1;
    return (long) Math.ceil(hbmBytes(side) * load);
  }

  /** Rows with an index each: GpSimd reads them as it makes the descriptors. */
  private static int indices(Access side) {
    return side.index().filter(Access.Index::perRow).map(index -> side.rows()).orElse(0);
  }

  /** Not those that the program has put into a register itself, nor those of single rows. */
  private static int addressesInMemory(DmaCopy copy) {
    return (copy.src().isAddressInMemory() ? 1 : 0) + (copy.dst().isAddressInMemory() ? 1 : 0);
  }

  /** How a transfer comes to its first byte, and how fast descriptors follow; see Transfer. */
  private record Start(
      long issuePs, long dispatchPs, long fetchPs, long latencyPs, long pacePs, long staggerPs) {}

  private Start start(DmaCopy copy, Descriptors plan, long readPs, long[] enginePs) {
    boolean load = copy.isLoad();
    long latencyPs = dma.dgeLatency().ps(load);
    return switch (copy.dge()) {
      case STATIC -> ringStart(load, enginePs);
      case SWDGE, SWDGE_ONE_BY_ONE -> {
        long makingPs = makingPs(copy, plan);
        boolean oneByOne = copy.dge() == DmaCopy.Dge.SWDGE_ONE_BY_ONE;
        long issuePs = dma.swdge().issue(lnc, oneByOne).ps(makingPs);
        long dispatchPs = dma.swdge().dispatch().ps(load);
        long pacePs = Math.max(makingPs, readPs);
        yield new Start(issuePs, dispatchPs, 0, latencyPs, pacePs, staggerPs(readPs, pacePs));
      }
      case HWDGE -> {
        DmaSpec.Hwdge hwdge = dma.hwdge();
        boolean sync = copy.engine() == Engine.SYNC;
        long dispatchPs = sync ? hwdge.syncDispatchPs() : hwdge.scalarDispatchPs();
        long apartPs = staggerPs(readPs, readPs);
        yield new Start(hwdge.issuePs(), dispatchPs, 0, latencyPs, readPs, apartPs);
      }
    };
  }

  /** How long GpSimd makes descriptors, which is also the pace at which they come. */
  private long makingPs(DmaCopy copy, Descriptors plan) {
    int indices = indices(copy.src()) + indices(copy.dst());
    return copy.dge() == DmaCopy.Dge.SWDGE
        ? dma.swdge().pacePs(plan.rows, plan.count(), indices)
        : dma.swdge().pacePs(plan.count(), indices);
  }

  /** Every engine fetches its own part of the ring: the more take part, the later the last. */
  private Start ringStart(boolean load, long[] enginePs) {
    DmaSpec.StaticRing ring = dma.ring();
    long readLatencyPs = load ? ring.readLatencyPs() : 0;
    long busiestPs = Arrays.stream(enginePs).max().orElse(0);
    long others = Arrays.stream(enginePs).filter(ps -> ps > 0).count() - 1;
    long apartPs = others <= 0 ? 0 : ring.staggerPs() * others / (dma.engines() - 1);
    return new Start(
        ring.issuePs(), ring.doorbellPs(), ring.fetchPs(), readLatencyPs, busiestPs, apartPs);
  }

  /** The engines of a load begin one after another, unless its descriptors take longer anyway. */
  private long staggerPs(long readPs, long pacePs) {
    DgeRead read = dma.dgeRead();
    long apartPs = Math.min((long) (readPs * read.stagger()), read.mostStaggerPs());
    return Math.max(0, apartPs - (pacePs - readPs));
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
    long size = Math.min(Math.min(run, perRow), dma.maxDescriptorBytes());
    long count = (perRow + size - 1) / size;
    return new Descriptors(side.rows(), (int) count, (perRow + count - 1) / count);
  }

  private static long run(Access access) {
    return access.pattern().run();
  }

  /** Each engine serves the rows of its own partitions; HBM to HBM is spread evenly. */
  private long[] spread(DmaCopy copy, Descriptors plan, long onePs) {
    long[] enginePs = new long[dma.engines()];
    int rowsPerEngine = dma.partitionsPerEngine();
    boolean chip = copy.dst().buffer().onChip() || copy.src().buffer().onChip();
    Access side = copy.dst().buffer().onChip() ? copy.dst() : copy.src();
    int first = chip ? side.row() : 0;
    long one = onePs * plan.perRow;
    for (int row = 0; row < plan.rows; ) {
      int partition = first + row;
      int rows = chip ? Math.min(plan.rows - row, rowsPerEngine - partition % rowsPerEngine) : 1;
      int engine = chip ? partition / rowsPerEngine % dma.engines() : row % dma.engines();
      enginePs[engine] += rows * one;
      row += rows;
    }
    addSemaphoreWrites(enginePs);
    return enginePs;
  }

  /** Every engine that took part then writes a semaphore, by a descriptor of its own. */
  private void addSemaphoreWrites(long[] enginePs) {
    for (int engine = 0; engine < enginePs.length; engine++) {
      enginePs[engine] += enginePs[engine] > 0 ? dma.semaphoreWritePs() : 0;
    }
  }

  private long servicePs(DmaCopy copy, long bytes) {
    return descriptorPs(copy, bytes, dma.descriptorPs(), dma.engineBandwidth());
  }

  /** The time on its busiest engine of a queue that has the engines to itself. */
  private long dgeReadPs(DmaCopy copy, Descriptors plan) {
    long one =
        descriptorPs(copy, plan.bytes, dma.dgeRead().descriptorPs(), dma.dgeRead().bandwidth());
    long longest = 0;
    for (long ps : spread(copy, plan, one)) {
      longest = Math.max(longest, ps);
    }
    return longest;
  }

  private long descriptorPs(DmaCopy copy, long bytes, long fixedPs, Bandwidth bandwidth) {
    return fixedPs
        + (bytes % dma.beatBytes() == 0 ? 0 : dma.partialBeatPs())
        + (long) Math.ceil(bandwidth.psFor(bytes) / efficiency(copy));
  }

  private double efficiency(DmaCopy copy) {
    double cast = copy.src().dtype() == copy.dst().dtype() ? 1 : dma.efficiency().cast();
    double turn = copy.isLoad() ? dma.efficiency().transpose() : dma.efficiency().sbufTranspose();
    return copy.transpose() ? cast * turn : cast;
  }

  private static Queue queue(Engine issuer, boolean load) {
    return switch (issuer) {
      case GPSIMD -> load ? Queue.GPSIMD_LOAD : Queue.GPSIMD_STORE;
      case SCALAR -> load ? Queue.SCALAR_LOAD : Queue.SCALAR_STORE;
      default -> load ? Queue.SYNC_LOAD : Queue.SYNC_STORE;
    };
  }
}

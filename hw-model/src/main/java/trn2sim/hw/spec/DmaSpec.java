package trn2sim.hw.spec;

import trn2sim.core.unit.Bandwidth;

/**
 * The DMA engines of a core and the three ways to give them descriptors.
 *
 * @param descriptorPs fixed cost of one descriptor
 * @param partialBeatPs extra for a descriptor that is not a multiple of a beat
 * @param semaphoreWritePs the descriptor of four bytes that ends a DMA on each engine
 * @param notification from the last byte to the semaphore
 * @param dgeLatency from the first descriptor to the first data, descriptors made at run time
 * @param dgeRead what a queue of such descriptors gets out of an engine when it reads
 */
public record DmaSpec(
    int engines,
    Bandwidth engineBandwidth,
    int partitionsPerEngine,
    long descriptorPs,
    long partialBeatPs,
    long semaphoreWritePs,
    long beatBytes,
    long packetBytes,
    long maxDescriptorBytes,
    Efficiency efficiency,
    Directed notification,
    Directed dgeLatency,
    DgeRead dgeRead,
    Swdge swdge,
    Hwdge hwdge,
    StaticRing ring) {

  /** Parts of the copy throughput that are left. */
  public record Efficiency(double transpose, double sbufTranspose, double cast) {}

  /** A time that differs between loads and stores. */
  public record Directed(long loadPs, long storePs) {
    public long ps(boolean load) {
      return load ? loadPs : storePs;
    }
  }

  /**
   * How fast one queue reads through an engine, which has time left for its other queues.
   *
   * @param stagger how much later the last engine begins than the first, as a share of what a load
   *     takes on an engine
   * @param mostStaggerPs and at most
   */
  public record DgeRead(
      long descriptorPs, Bandwidth bandwidth, double stagger, long mostStaggerPs) {}

  /**
   * Descriptors made by GpSimd's software.
   *
   * @param oneByOne as compilers of NKI's older dialect have it, in ranks of one core
   */
  public record Swdge(
      Issue oneCore,
      Issue oneByOne,
      Issue twoCores,
      long issuePerDescriptorPs,
      long issuePerRunPs,
      long issuePerIndexPs,
      Directed dispatch) {

    /**
     * What GpSimd takes for any DMA.
     *
     * @param lnc cores of a rank
     */
    public Issue issue(int lnc, boolean oneByOne) {
      return lnc > 1 ? twoCores : oneByOne ? this.oneByOne : oneCore;
    }

    /**
     * How long it makes descriptors, all of a row at once.
     *
     * @param runs of adjacent bytes in all rows together, each with a descriptor
     * @param indices rows whose place an index tensor says
     */
    public long pacePs(int rows, int runs, int indices) {
      return pacePs(rows, indices) + (runs - rows) * issuePerRunPs;
    }

    /** How long it makes descriptors one by one. */
    public long pacePs(int descriptors, int indices) {
      return descriptors * issuePerDescriptorPs + indices * issuePerIndexPs;
    }
  }

  /** What GpSimd takes for any DMA, and the least with all its descriptors. */
  public record Issue(long fixedPs, long leastPs) {
    /**
     * How long GpSimd is busy with a DMA.
     *
     * @param makingPs how long it makes descriptors
     */
    public long ps(long makingPs) {
      return Math.max(leastPs, fixedPs + makingPs);
    }
  }

  /** Descriptors made by hardware, on behalf of Sync or Scalar. */
  public record Hwdge(long issuePs, long syncDispatchPs, long scalarDispatchPs) {}

  /**
   * Descriptors made beforehand and fetched from a ring in HBM.
   *
   * @param fetches how many DMAs of a ring may be outstanding, and so fetches under way, at once
   * @param staggerPs how much later the last of all engines begins than the first
   */
  public record StaticRing(
      long issuePs,
      long doorbellPs,
      long fetchPs,
      int fetches,
      long readLatencyPs,
      long staggerPs) {}

  private static final String LEAST = "64 B";
  private static final String MOST = "64 MiB";

  DmaSpec(Leaves dma) {
    this(
        dma.count("engines", NkiLimits.PARTITIONS),
        dma.bandwidth("engine_bandwidth"),
        dma.count("partitions_per_engine", NkiLimits.PARTITIONS),
        dma.ps("descriptor"),
        dma.ps("partial_beat"),
        dma.ps("semaphore_write"),
        dma.bytes("beat", "1 B", "4 KiB"),
        dma.bytes("packet", LEAST, MOST),
        dma.bytes("max_descriptor", LEAST, MOST),
        new Efficiency(
            dma.share("transpose_efficiency"),
            dma.share("sbuf_transpose_efficiency"),
            dma.share("cast_efficiency")),
        new Directed(dma.ps("notify_load"), dma.ps("notify_store")),
        new Directed(dma.ps("dge_read_latency"), dma.ps("dge_write_latency")),
        new DgeRead(
            dma.ps("dge_read_descriptor"),
            dma.bandwidth("dge_read_bandwidth"),
            dma.number("dge_read_stagger", 0, 10),
            dma.ps("dge_read_stagger_limit")),
        swdge(dma.in("swdge")),
        hwdge(dma.in("hwdge")),
        ring(dma.in("static")));
  }

  private static Swdge swdge(Leaves swdge) {
    return new Swdge(
        new Issue(swdge.ps("issue"), swdge.ps("issue_least")),
        new Issue(swdge.ps("issue_one_by_one"), swdge.ps("issue_least")),
        new Issue(swdge.ps("issue_lnc2"), swdge.ps("issue_least_lnc2")),
        swdge.ps("issue_per_descriptor"),
        swdge.ps("issue_per_run"),
        swdge.ps("issue_per_index"),
        new Directed(swdge.ps("dispatch_load"), swdge.ps("dispatch_store")));
  }

  private static Hwdge hwdge(Leaves hwdge) {
    return new Hwdge(hwdge.ps("issue"), hwdge.ps("dispatch_sync"), hwdge.ps("dispatch_scalar"));
  }

  private static StaticRing ring(Leaves ring) {
    return new StaticRing(
        ring.ps("issue"),
        ring.ps("doorbell"),
        ring.ps("ring_fetch"),
        ring.count("fetches", NkiLimits.PARTITIONS),
        ring.ps("read_latency"),
        ring.ps("stagger"));
  }
}

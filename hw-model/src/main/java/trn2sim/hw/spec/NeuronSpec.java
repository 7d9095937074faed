package trn2sim.hw.spec;

/** A device of NeuronCores. */
public record NeuronSpec(
    ChipSpec chip,
    LinkSpec link,
    CollectiveSpec collective,
    SemaphoreSpec semaphore,
    TensorSpec tensor,
    VectorSpec vector,
    ScalarSpec scalar,
    GpsimdSpec gpsimd,
    MemorySpec memory,
    DmaSpec dma,
    LaunchSpec launch)
    implements DeviceSpec {
  /** The kind that device files name. */
  public static final String KIND = "neuroncore";

  NeuronSpec(Leaves leaves) {
    this(
        new ChipSpec(leaves),
        new LinkSpec(leaves.in("link")),
        new CollectiveSpec(leaves.in("cc")),
        new SemaphoreSpec(leaves.in("semaphore")),
        new TensorSpec(leaves.in("tensor_engine")),
        new VectorSpec(leaves.in("vector_engine")),
        new ScalarSpec(leaves.in("scalar_engine")),
        new GpsimdSpec(leaves.in("gpsimd_engine")),
        new MemorySpec(leaves),
        new DmaSpec(leaves.in("dma")),
        new LaunchSpec(leaves.in("launch")));
    requireEngines(leaves);
    Leaves hbm = leaves.in("hbm");
    double stacks = chip.stacks();
    hbm.derived(
        "bandwidth",
        Quantity.BANDWIDTH,
        stacks * memory.stackBandwidth().bytesPerSecond(),
        0.02,
        "chip.hbm_stacks",
        "hbm.stack_bandwidth");
    hbm.derived(
        "capacity",
        Quantity.BYTES,
        stacks * memory.stackBytes(),
        0,
        "chip.hbm_stacks",
        "hbm.stack_capacity");
    leaves
        .in("dma")
        .derived(
            "chip_bandwidth",
            Quantity.BANDWIDTH,
            (double) chip.cores() * dma.engines() * dma.engineBandwidth().bytesPerSecond(),
            0.01,
            "chip.cores",
            "dma.engines",
            "dma.engine_bandwidth");
  }

  /** Every engine serves partitions, and every channel of collectives has engines of its own. */
  private void requireEngines(Leaves leaves) {
    int needed = CollectiveSpec.CHANNELS * collective.channelEngines();
    int served = (NkiLimits.PARTITIONS - 1) / dma.partitionsPerEngine() + 1;
    Leaves cc = leaves.in("cc");
    boolean enough = needed <= dma.engines();
    cc.require(
        enough || !cc.overridden("channel_engines"),
        "channel_engines",
        "at most "
            + dma.engines() / CollectiveSpec.CHANNELS
            + ", for "
            + CollectiveSpec.CHANNELS
            + " channels share dma.engines "
            + dma.engines());
    Leaves engines = leaves.in("dma");
    engines.require(
        enough,
        "engines",
        "at least "
            + needed
            + ", for "
            + CollectiveSpec.CHANNELS
            + " channels take cc.channel_engines "
            + collective.channelEngines()
            + " each");
    engines.require(
        dma.engines() <= served,
        "engines",
        "at most "
            + served
            + ", for each serves dma.partitions_per_engine "
            + dma.partitionsPerEngine()
            + " of "
            + NkiLimits.PARTITIONS
            + " partitions");
  }
}

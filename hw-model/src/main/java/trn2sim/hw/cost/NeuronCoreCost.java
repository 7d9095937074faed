package trn2sim.hw.cost;

import java.util.stream.Stream;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.CostModel;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.TensorReduce;
import trn2sim.hw.isa.TileFunction;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.CollectiveSpec;
import trn2sim.hw.spec.GpsimdSpec;
import trn2sim.hw.spec.NeuronSpec;
import trn2sim.hw.spec.SemaphoreSpec;

/** The cost model of a NeuronCore: each engine's formulas, fed from one device. */
public final class NeuronCoreCost implements CostModel {
  /** nc_n_gather is an instruction for so many elements of a partition (isa docstrings). */
  private static final int GATHERED_AT_ONCE = 512;

  private final TensorEngineCost tensor;
  private final VectorEngineCost vector;
  private final ScalarEngineCost scalar;
  private final DmaCost dma;
  private final NeuronSpec device;

  /**
   * @param lnc cores of a rank
   */
  public NeuronCoreCost(NeuronSpec device, int lnc) {
    this.device = device;
    tensor = new TensorEngineCost(device.tensor());
    vector = new VectorEngineCost(device.vector());
    scalar = new ScalarEngineCost(device.scalar());
    dma = new DmaCost(device, lnc);
  }

  @Override
  public Cost matmul(NcMatmul instruction) {
    return tensor.matmul(instruction);
  }

  @Override
  public Cost transpose(NcTranspose instruction) {
    return tensor.transpose(instruction);
  }

  @Override
  public Cost elementwise(Elementwise instruction) {
    Cost cost =
        switch (instruction.engine()) {
          case VECTOR -> vector.cost(instruction);
          case SCALAR -> scalar.elementwise(instruction);
          case GPSIMD -> gpsimd(instruction.src().orElse(instruction.dst()));
          case TENSOR, SYNC -> throw new IllegalStateException(instruction.describe());
        };
    return addressed(instruction, cost);
  }

  /**
   * An operand whose address is in memory: the engine brings it into a register first, while it
   * still computes what came before (isa docstrings of v2.26.0: at least 600 cycles).
   */
  private Cost addressed(Instruction instruction, Cost cost) {
    boolean known =
        Stream.concat(instruction.reads().stream(), instruction.writes().stream())
            .noneMatch(Access::isAddressInMemory);
    if (known || !(cost instanceof Cost.Fixed fixed)) {
      return cost;
    }
    long registerPs = device.gpsimd().registerPs();
    return new Cost.Fixed(
        Math.max(fixed.issuePs(), registerPs),
        registerPs + fixed.latencyPs(),
        fixed.tables(),
        fixed.fastMode());
  }

  /** GpSimd: 150 + N cycles, not pipelined (isa docstrings of iota and affine_select). */
  private Cost gpsimd(Access src) {
    int elements = src.elements();
    GpsimdSpec gpsimd = device.gpsimd();
    long ps = gpsimd.clock().psForFraction(gpsimd.startupCycles() + elements * gpsimd.cycles());
    return new Cost.Fixed(ps, ps, -1);
  }

  @Override
  public Cost arithmetic(Arithmetic instruction) {
    return addressed(
        instruction,
        instruction.engine() == Engine.GPSIMD
            ? gpsimd(instruction.src())
            : vector.cost(instruction));
  }

  @Override
  public Cost reduce(TensorReduce instruction) {
    return addressed(instruction, vector.cost(instruction));
  }

  @Override
  public Cost tile(TileFunction instruction) {
    if (instruction.op().law() == TileOp.Law.REGISTER) {
      long ps = device.gpsimd().registerPs();
      return new Cost.Fixed(ps, ps, -1);
    }
    return addressed(
        instruction,
        instruction.engine() == Engine.GPSIMD ? gpsimd(instruction) : vector.cost(instruction));
  }

  private Cost gpsimd(TileFunction instruction) {
    GpsimdSpec gpsimd = device.gpsimd();
    double elements = gpsimdElements(instruction);
    double startups =
        instruction.op() == TileOp.Plain.NC_N_GATHER ? Math.ceil(elements / GATHERED_AT_ONCE) : 1;
    long ps =
        gpsimd
            .clock()
            .psForFraction(startups * gpsimd.startupCycles() + elements * gpsimd.cycles());
    return new Cost.Fixed(ps, ps, -1);
  }

  private static double gpsimdElements(TileFunction instruction) {
    if (instruction.op() instanceof TileOp.TopK top) {
      return 4.0 * top.elements() + instruction.outputs().get(0).elements();
    }
    return instruction.op() instanceof TileOp.LocalGather gather
        ? gathered(gather, instruction.inputs().get(0))
        : instruction.elements();
  }

  /**
   * Elements as a plain instruction would have them: C for each that is gathered, with C = (28 + 4
   * e) / 4 e / min(4 / bytes, e) for e elements an index (isa docstrings of v2.26.0). These divide
   * by C, but then single elements would be gathered fastest, and faster than GpSimd reads SBUF.
   */
  private static double gathered(TileOp.LocalGather gather, Access src) {
    double each = gather.each();
    double cycles = (28 + 4 * each) / (4 * each) / Math.min(4.0 / src.dtype().bytes(), each);
    return gather.valid() * each * cycles;
  }

  @Override
  public Cost activation(Activation instruction) {
    return addressed(instruction, scalar.activation(instruction));
  }

  @Override
  public Cost dma(DmaCopy instruction) {
    return dma.cost(instruction);
  }

  /** The two cores of a rank exchange data without a CC-core that would have to be triggered. */
  @Override
  public Cost permute(CollectivePermute instruction) {
    CollectiveSpec cc = device.collective();
    return instruction.partners() instanceof Partners.OtherCore
        ? new Cost.Collective(cc.issuePs(), 0, cc.sendrecvPs())
        : collective(cc.triggerPs(), instruction.src());
  }

  @Override
  public Cost group(GroupCollective instruction) {
    return collective(device.collective().groupTriggerPs(), instruction.src());
  }

  private Cost collective(long triggerPs, Access src) {
    CollectiveSpec cc = device.collective();
    boolean hbm = src.space() == MemorySpace.HBM;
    long stepPs = hbm ? cc.stepHbmPs() : cc.stepSbufPs();
    return new Cost.Collective(cc.issuePs(), triggerPs, stepPs);
  }

  @Override
  public Cost barrier(CoreBarrier instruction) {
    SemaphoreSpec semaphore = device.semaphore();
    long ps = semaphore.barrierPs() + (instruction.entersLoop() ? semaphore.loopPs() : 0);
    return new Cost.Fixed(ps, ps, -1);
  }
}

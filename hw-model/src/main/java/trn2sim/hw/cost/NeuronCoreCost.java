package trn2sim.hw.cost;

import trn2sim.core.unit.Frequency;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.CostModel;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

/** The cost model of a NeuronCore: each engine's formulas, fed from one device file. */
public final class NeuronCoreCost implements CostModel {
  private final TensorEngineCost tensor;
  private final VectorEngineCost vector;
  private final ScalarEngineCost scalar;
  private final DmaCost dma;
  private final long barrierPs;
  private final long ccIssuePs;
  private final long ccStepHbmPs;
  private final long ccStepSbufPs;
  private final Frequency gpsimdClock;
  private final double gpsimdStartup;
  private final double gpsimdCycles;

  public NeuronCoreCost(DeviceParameters device) {
    tensor = new TensorEngineCost(device);
    vector = new VectorEngineCost(device);
    scalar = new ScalarEngineCost(device);
    dma = new DmaCost(device);
    barrierPs = device.duration("semaphore.barrier").ps();
    ccIssuePs = device.duration("cc.issue").ps();
    ccStepHbmPs = device.duration("cc.step_hbm").ps();
    ccStepSbufPs = device.duration("cc.step_sbuf").ps();
    gpsimdClock = device.frequency("gpsimd_engine.clock");
    gpsimdStartup = device.number("gpsimd_engine.startup_cycles");
    gpsimdCycles = device.number("gpsimd_engine.cycles");
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
    return switch (instruction.engine()) {
      case VECTOR -> vector.cost(instruction);
      case SCALAR -> scalar.elementwise(instruction);
      case GPSIMD -> gpsimd(instruction);
      case TENSOR, SYNC -> throw new IllegalStateException(instruction.describe());
    };
  }

  /** GpSimd: 150 + N cycles, not pipelined (isa docstrings of iota and affine_select). */
  private Cost gpsimd(Elementwise instruction) {
    int elements = instruction.src().orElse(instruction.dst()).elements();
    long ps = gpsimdClock.psForFraction(gpsimdStartup + elements * gpsimdCycles);
    return new Cost.Fixed(ps, ps, -1);
  }

  @Override
  public Cost activation(Activation instruction) {
    return scalar.activation(instruction);
  }

  @Override
  public Cost dma(DmaCopy instruction) {
    return dma.cost(instruction);
  }

  @Override
  public Cost permute(CollectivePermute instruction) {
    return collective(instruction.src());
  }

  @Override
  public Cost allGather(AllGather instruction) {
    return collective(instruction.src());
  }

  private Cost collective(Access src) {
    boolean hbm = src.space() == MemorySpace.HBM;
    return new Cost.Collective(ccIssuePs, hbm ? ccStepHbmPs : ccStepSbufPs);
  }

  @Override
  public Cost barrier(CoreBarrier instruction) {
    return new Cost.Fixed(barrierPs, barrierPs, -1);
  }
}

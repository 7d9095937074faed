package trn2sim.kernels.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Wait;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Role;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;

/**
 * The small language in which a kernel says what a core does, in NKI's words. Order is program
 * order; engines run ahead of each other as far as the data allows.
 */
public final class CoreScript {
  private static final int ALL_BANKS = Integer.MAX_VALUE;
  private static final int NO_STEP = -1;

  private final List<Script.Step> steps = new ArrayList<>();
  private final List<Buffer> buffers = new ArrayList<>();
  private final Map<String, Integer> copies = new HashMap<>();
  private final Map<String, Integer> limits = new LinkedHashMap<>();
  private final List<String> semaphores = new ArrayList<>();
  private final DmaCopy.Dge dge;
  private int psumBanks = ALL_BANKS;
  private int ringStep = NO_STEP;

  public CoreScript(DmaCopy.Dge dge) {
    this.dge = dge;
  }

  /** A tensor in HBM that is there before the kernel starts. */
  public Buffer input(String name, int rows, int cols, DType dtype) {
    return buffer(name, name, MemorySpace.HBM, Role.INPUT, dtype, rows, cols);
  }

  /** A tensor in HBM that the kernel leaves behind. */
  public Buffer output(String name, int rows, int cols, DType dtype) {
    return buffer(name, name, MemorySpace.HBM, Role.OUTPUT, dtype, rows, cols);
  }

  /** A tensor in HBM that only the kernel uses. */
  public Buffer scratch(String name, int rows, int cols, DType dtype) {
    return buffer(name, name, MemorySpace.HBM, Role.SCRATCH, dtype, rows, cols);
  }

  /** A tile that is in on-chip memory before the kernel starts. */
  public Buffer preset(String name, MemorySpace space, int rows, int cols, DType dtype) {
    return buffer(name, name, space, Role.INPUT, dtype, rows, cols);
  }

  /** A fresh SBUF tile; tiles of one group are copies of the same loop variable. */
  public Buffer sbuf(String group, int rows, int cols, DType dtype) {
    return buffer(fresh(group), group, MemorySpace.SBUF, Role.SCRATCH, dtype, rows, cols);
  }

  /** A fresh PSUM tile. */
  public Buffer psum(String group, int rows, int cols, DType dtype) {
    return buffer(fresh(group), group, MemorySpace.PSUM, Role.SCRATCH, dtype, rows, cols);
  }

  /** Bounds the live tiles of a group. */
  public void limit(String group, int tiles) {
    limits.put(group, tiles);
  }

  /** Bounds the PSUM banks in use. */
  public void psumBanks(int banks) {
    psumBanks = banks;
  }

  /** A semaphore, known to waits and signals by the number returned. */
  public int semaphore(String name) {
    semaphores.add(name);
    return semaphores.size() - 1;
  }

  public void dmaCopy(Access dst, Access src) {
    add(transfer(dst, src, false));
  }

  public void dmaTranspose(Access dst, Access src) {
    add(transfer(dst, src, true));
  }

  public void matmul(Access dst, Access stationary, Access moving, boolean start, boolean stop) {
    add(new NcMatmul(dst, stationary, moving, start, stop, false));
  }

  public void transpose(Access dst, Access src) {
    add(new NcTranspose(dst, src));
  }

  public void tensorCopy(Engine engine, Access dst, Access src) {
    add(new Elementwise(engine, Op.TENSOR_COPY, dst, Optional.of(src), Optional.empty(), 0));
  }

  public void tensorTensor(Op op, Access dst, Access a, Access b) {
    add(new Elementwise(Engine.VECTOR, op, dst, Optional.of(a), Optional.of(b), 0));
  }

  public void memset(Engine engine, Access dst, float value) {
    add(new Elementwise(engine, Op.MEMSET, dst, Optional.empty(), Optional.empty(), value));
  }

  public void activation(Activation.Function function, Access dst, Access src) {
    add(new Activation(dst, src, function, 1, Optional.empty()));
  }

  /** Holds an engine until the waits are met, then signals. */
  public void barrier(Engine engine, List<Wait> waits, List<Signal> signals) {
    steps.add(new Script.Step(new CoreBarrier(engine), waits, signals, ringStep));
  }

  /** To the successor on the channel's ring. */
  public void permute(int channel, Access dst, Access src) {
    permute(channel, dst, src, new Partners.Neighbours());
  }

  public void permute(int channel, Access dst, Access src, Partners partners) {
    add(new CollectivePermute(dst, src, channel, partners));
  }

  public void allGather(Access dst, Access src, int groupSize) {
    add(new AllGather(dst, src, groupSize));
  }

  /** Marks what follows as part of a ring step, or of none if negative. */
  public void ringStep(int step) {
    ringStep = step;
  }

  public void add(Instruction instruction) {
    steps.add(new Script.Step(instruction, List.of(), List.of(), ringStep));
  }

  public Script build() {
    return new Script(steps, buffers, limits, psumBanks, semaphores);
  }

  /**
   * Software descriptors are GpSimd's work; the other modes use Sync, and Scalar for stores. Casts
   * and run-time offsets that the chosen mode lacks fall back to software.
   */
  private DmaCopy transfer(Access dst, Access src, boolean transpose) {
    boolean cast = dst.dtype() != src.dtype();
    boolean moves = dst.offset().isPresent() || src.offset().isPresent();
    boolean software =
        dge == DmaCopy.Dge.SWDGE
            || (dge == DmaCopy.Dge.HWDGE && cast)
            || (dge == DmaCopy.Dge.STATIC && moves);
    Engine other =
        dge == DmaCopy.Dge.HWDGE && src.space() != MemorySpace.HBM ? Engine.SCALAR : Engine.SYNC;
    return new DmaCopy(
        software ? Engine.GPSIMD : other, software ? DmaCopy.Dge.SWDGE : dge, dst, src, transpose);
  }

  private String fresh(String group) {
    return group + copies.merge(group, 1, Integer::sum);
  }

  private Buffer buffer(
      String name, String group, MemorySpace space, Role role, DType dtype, int rows, int cols) {
    Buffer buffer = new Buffer(buffers.size(), name, group, space, role, dtype, rows, cols);
    buffers.add(buffer);
    return buffer;
  }
}

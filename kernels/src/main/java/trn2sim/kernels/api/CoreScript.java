package trn2sim.kernels.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Wait;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Affine;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.LoopTurns;
import trn2sim.hw.isa.Masked;
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

  /** The least that an instruction takes on its way through the compiler and the machine. */
  private static final int BYTES_OF_A_STEP = 800;

  private final List<Script.Step> steps = new ArrayList<>();
  private final List<Buffer> buffers = new ArrayList<>();
  private final Map<String, Integer> copies = new HashMap<>();
  private final Map<String, Integer> limits = new LinkedHashMap<>();
  private final List<String> semaphores = new ArrayList<>();
  private final DmaQueues queues;
  private final long most;
  private int psumBanks = ALL_BANKS;
  private int ringStep = NO_STEP;
  private final CoreMeetings meetings = new CoreMeetings(this);

  public CoreScript(DmaQueues queues) {
    this(queues, Runtime.getRuntime().maxMemory() / BYTES_OF_A_STEP);
  }

  /** With room for so many instructions at the most. */
  CoreScript(DmaQueues queues, long most) {
    this.queues = queues;
    this.most = most;
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

  /** The number that the next buffer gets. */
  public int nextBuffer() {
    return buffers.size();
  }

  /** A buffer of any kind, with the next number. */
  public Buffer declare(Buffer buffer) {
    if (buffer.id() != buffers.size()) {
      throw new IllegalArgumentException(buffer.name() + " has the number " + buffer.id());
    }
    buffers.add(buffer);
    return buffer;
  }

  /** Bounds the live tiles of a group. */
  public void limit(String group, int tiles) {
    limits.put(group, tiles);
  }

  /** Bounds the PSUM banks in use. */
  public void psumBanks(int banks) {
    psumBanks = banks;
  }

  /** How many cores a rank has, which meet before each collective. */
  public void coresOfRank(int count) {
    meetings.ofCores(count);
  }

  /**
   * A semaphore of the rank: cores that give it the same name share it. Waits and signals know it
   * by the number returned.
   */
  public int semaphore(String name) {
    semaphores.add(name);
    return semaphores.size() - 1;
  }

  public void dmaCopy(Access dst, Access src) {
    add(queues.transfer(dst, src, false));
  }

  public void dmaTranspose(Access dst, Access src) {
    add(queues.transfer(dst, src, true));
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

  /** A copy whose engine, Vector or Scalar, is the compiler's choice. */
  public void tensorCopy(Access dst, Access src) {
    add(
        new Elementwise(Engine.VECTOR, Op.TENSOR_COPY, dst, Optional.of(src), Optional.empty(), 0),
        List.of(),
        List.of(),
        Freedom.ANY_ENGINE);
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
    add(new CoreBarrier(engine, List.of(), List.of()), waits, signals, Freedom.AS_WRITTEN);
  }

  /** A loop that the device runs begins: every engine decides whether to enter it. */
  public void loopBegin() {
    loopBegin(List.of(), Optional.empty());
  }

  /** The same, with the registers that its bounds are in. */
  public void loopBegin(List<Access> registers, Optional<LoopTurns> turns) {
    CoreBarrier entry = new CoreBarrier(Engine.SYNC, registers, List.of(), true, turns);
    add(entry, List.of(), List.of(), Freedom.AS_WRITTEN);
  }

  /** An iteration of such a loop ends, for all cores of the rank together. */
  public void loopEnd() {
    if (meetings.isAlone()) {
      barrier(Engine.SYNC, List.of(), List.of());
    } else {
      coreBarrier(Engine.SYNC, List.of());
    }
  }

  /**
   * To the successors on the rings of all channels at once: no channel starts before the sources of
   * all are ready.
   */
  public void permute(List<Access> dsts, List<Access> srcs) {
    Freedom met = meetings.before(dsts, srcs);
    for (int channel = 0; channel < srcs.size(); channel++) {
      Access src = srcs.get(channel);
      List<Access> others = srcs.stream().filter(other -> other != src).toList();
      Partners ring = new Partners.Neighbours();
      add(
          new CollectivePermute(dsts.get(channel), src, channel, ring, others),
          List.of(),
          List.of(),
          met);
    }
  }

  public void permute(int channel, Access dst, Access src, Partners partners) {
    add(new CollectivePermute(dst, src, channel, partners, List.of()));
  }

  /** An operation of all ranks of the group. */
  public void collective(GroupCollective collective) {
    Freedom met = meetings.before(List.of(collective.dst()), List.of(collective.src()));
    add(collective, List.of(), List.of(), met);
  }

  public void allGather(Access dst, Access src, int groupSize) {
    collective(new AllGather(dst, src, groupSize));
  }

  /** The cores of a rank wait for each other, until all have done what they had to do to data. */
  public void coreBarrier(Engine engine, List<Access> data) {
    if (!meetings.isAlone()) {
      stackBarrier(engine, data);
    }
  }

  /**
   * The two cores of an HBM stack wait for each other. Where the other one is another rank's, it is
   * there at the same time, for all ranks run the same program.
   */
  public void stackBarrier(Engine engine, List<Access> data) {
    List<Access> changing =
        data.stream().filter(one -> one.buffer().role() != Buffer.Role.INPUT).toList();
    meetings.all(engine, changing);
  }

  /** Marks what follows as part of a ring step, or of none if negative. */
  public void ringStep(int step) {
    ringStep = step;
  }

  public void add(Instruction instruction) {
    add(instruction, List.of(), List.of(), Freedom.AS_WRITTEN);
  }

  /** An instruction that leaves something to the compiler. */
  public void add(Instruction instruction, Freedom freedom) {
    add(instruction, List.of(), List.of(), freedom);
  }

  /** Elements of the latest instruction for which a condition fails keep their value. */
  public void mask(List<Affine.Condition> conditions) {
    Script.Step last = steps.remove(steps.size() - 1);
    steps.add(
        new Script.Step(
            new Masked(last.instruction(), conditions),
            last.waits(),
            last.signals(),
            last.ringStep(),
            Freedom.AS_WRITTEN,
            last.source()));
  }

  /** Instructions so far. */
  public int size() {
    return steps.size();
  }

  /** How many steps from one on leave the choice of their engine to the compiler. */
  public long openSteps(int first) {
    return steps.subList(first, steps.size()).stream()
        .filter(step -> step.freedom().anyEngine())
        .count();
  }

  void add(Instruction instruction, List<Wait> waits, List<Signal> signals, Freedom freedom) {
    Cancellation.check();
    if (steps.size() >= most) { // found out now, not after minutes of collecting garbage
      throw new OutOfMemoryError("more than " + most + " instructions of one core");
    }
    steps.add(new Script.Step(instruction, waits, signals, ringStep, freedom, steps.size()));
  }

  public Script build() {
    return new Script(steps, buffers, limits, psumBanks, semaphores);
  }

  private String fresh(String group) {
    return group + copies.merge(group, 1, Integer::sum);
  }

  private Buffer buffer(
      String name, String group, MemorySpace space, Role role, DType dtype, int rows, int cols) {
    return declare(new Buffer(buffers.size(), name, group, space, role, dtype, rows, cols));
  }
}

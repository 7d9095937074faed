package trn2sim.hw.ascend;

import trn2sim.core.program.Placement;
import trn2sim.core.program.Process;
import trn2sim.core.program.Processor;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.spec.AscendSpec;

/** One cube core: how long its pipes take, with operands from the die's memory. */
public final class AicCore implements Processor {
  /** The size of a K tile and of the products it is cut into; 16-bit operands, 32-bit sums. */
  public record Tiling(int baseM, int baseN, int parts) {
    private static final int OPERAND_BYTES = 2;
    private static final int SUM_BYTES = 4;

    /** K columns of one product. */
    int partK() {
      return baseN / parts;
    }

    public long leftBytes() {
      return (long) baseM * baseN * OPERAND_BYTES;
    }

    public long rightBytes() {
      return (long) baseN * baseN * OPERAND_BYTES;
    }

    public long sumBytes() {
      return (long) baseM * baseN * SUM_BYTES;
    }
  }

  /** Says which pieces of the operands a load means, at the instant it starts. */
  public interface Operands {
    /** Cache keys of the left and the right piece. */
    record Pieces(long left, long right) {}

    Pieces next(int task, int unit, int tile);
  }

  private final AscendSpec parameters;
  private final CubeTasks.Written tasks;
  private final Tiling tiling;
  private final DieMemory memory;
  private final Operands operands;
  private final Simulation simulation;
  private final long extractPs;
  private final long matmulPs;
  private final long storePs;
  private Process process;

  public AicCore(
      AscendSpec parameters,
      CubeTasks.Written tasks,
      Tiling tiling,
      DieMemory memory,
      Operands operands,
      Simulation simulation) {
    this.parameters = parameters;
    this.tasks = tasks;
    this.tiling = tiling;
    this.memory = memory;
    this.operands = operands;
    this.simulation = simulation;
    AscendSpec.Pipes pipes = parameters.pipes();
    long flops = 2L * tiling.baseM() * tiling.partK() * tiling.baseN();
    this.matmulPs = ps(cycles(flops, parameters.cores().flopsPerCycle()) + pipes.matmulCycles());
    long left = cycles(tiling.leftBytes() / tiling.parts(), pipes.l0aPerCycle());
    long right = cycles(tiling.rightBytes() / tiling.parts(), pipes.l0bPerCycle());
    this.extractPs = ps(left + right + 2L * pipes.extractCycles());
    this.storePs = (long) Math.ceil(tiling.sumBytes() / pipes.storePerPs());
  }

  /** Whole cycles: part of one counts as one. */
  private static long cycles(long amount, int perCycle) {
    return (amount + perCycle - 1) / perCycle;
  }

  private long ps(long cycles) {
    return parameters.cores().clock().psFor(cycles);
  }

  public void bind(Process bound) {
    process = bound;
  }

  @Override
  public void place(int task, long readyPs, long inputsPs, Placement placement) {
    switch (tasks.kind(task)) {
      case LOAD -> {
        placement.set(readyPs, readyPs, Placement.PENDING);
        simulation.at(readyPs, Phase.ISSUE, "load", () -> poll(task));
      }
      case EXTRACT -> fixed(readyPs, extractPs, placement);
      case MATMUL -> fixed(readyPs, matmulPs, placement);
      case STORE -> fixed(readyPs, storePs, placement);
    }
  }

  private static void fixed(long startPs, long lengthPs, Placement placement) {
    placement.set(startPs, startPs + lengthPs, startPs + lengthPs);
  }

  /** A core that waits for a flag sees it at the next poll after it was set. */
  private void poll(int task) {
    boolean waited =
        process.reason(task) == WaitReason.PEER && process.blamed(task) >= CubeTasks.UNITS;
    long seen = simulation.now() + (waited ? parameters.comm().pollPs() : 0);
    simulation.at(seen, Phase.ISSUE, "load", () -> load(task));
  }

  private void load(int task) {
    Operands.Pieces pieces = operands.next(task, tasks.unit(task), tasks.tile(task));
    process.perform(tasks.program().size() + task);
    double missing =
        memory.missing(pieces.left(), tiling.leftBytes())
            + memory.missing(pieces.right(), tiling.rightBytes());
    double present = tiling.leftBytes() + tiling.rightBytes() - missing;
    long fetched = memory.transfer(missing);
    AscendSpec.Pipes pipes = parameters.pipes();
    long whole = (long) Math.ceil((present + missing) / pipes.loadPerPs());
    long rest = (long) Math.ceil(present / pipes.loadPerPs());
    long done = Math.max(simulation.now() + whole, fetched + rest) + pipes.loadPs();
    simulation.at(
        done, Phase.COMPLETE, "load done", () -> process.complete(task, simulation.now()));
  }

  @Override
  public long signalPs(int task) {
    return 0;
  }

  @Override
  public String describe(int task) {
    return switch (tasks.kind(task)) {
          case LOAD -> "load";
          case EXTRACT -> "extract";
          case MATMUL -> "matmul";
          case STORE -> "store";
        }
        + " tile "
        + tasks.tile(task)
        + " of unit "
        + tasks.unit(task)
        + ", K tile "
        + tasks.slot(task);
  }

  @Override
  public WaitReason awaitedAs(int task) {
    return tasks.kind(task) == CubeTasks.Kind.LOAD ? WaitReason.DMA : WaitReason.ENGINE;
  }
}

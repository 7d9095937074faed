package trn2sim.kernels.helion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import trn2sim.core.program.Program;
import trn2sim.core.program.ProgramBuilder;
import trn2sim.core.timeline.Track;
import trn2sim.hw.gpu.StreamOp;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.spec.GpuSpec;
import trn2sim.kernels.api.SharedTensors;
import trn2sim.kernels.api.View;
import trn2sim.kernels.helion.GatherPlan.Chunk;

/** What one rank's host calls and its streams do, as a program: one script per rank and view. */
final class RankScript {
  static final int HOST = 0;
  static final int COPIES = 1;
  static final int MAIN = 2;
  static final int BEGIN_BARRIER = 0;
  static final int END_BARRIER = 1;
  private static final int NONE = -1;

  private final ProgramBuilder builder = new ProgramBuilder();
  private final List<StreamOp> ops = new ArrayList<>();
  private final GatherPlan plan;
  private final SharedTensors tensors;
  private final GpuSpec gpu;
  private final int[] last = {NONE, NONE, NONE};

  private RankScript(HelionRank.Setup setup) {
    this.plan = setup.plan();
    this.tensors = setup.tensors();
    this.gpu = setup.gpu();
    builder.lane(new Program.Lane("Host", Track.Kind.QUEUE));
    builder.lane(new Program.Lane("CopyStream", Track.Kind.LINK));
    builder.lane(new Program.Lane("MainStream", Track.Kind.QUEUE));
  }

  /** The script, and its operations by task. */
  record Written(Program program, List<StreamOp> ops) {}

  static Written write(HelionRank.Setup setup, int rank) {
    RankScript script = new RankScript(setup);
    View view = setup.view();
    script.call("begin", setup.gpu().host().beginPs());
    boolean comm = view != View.COMPUTE_ONLY;
    boolean compute = view != View.COMM_ONLY;
    boolean kernelFirst = view == View.TOTAL && !setup.commFirst();
    if (comm) {
      script.beginBarrier();
    }
    if (kernelFirst) {
      script.kernel(false);
    }
    if (comm) {
      script.gather(rank);
    }
    if (compute && !kernelFirst) {
      script.kernel(view == View.SEQUENTIAL);
    }
    return new Written(script.builder.build(), script.ops);
  }

  /** Peers may not be read before they have written their shards. */
  private void beginBarrier() {
    if (gpu.gpus() == 1) {
      return;
    }
    int call = call("barrier call", gpu.host().barrierPs());
    barrier(MAIN, call, BEGIN_BARRIER);
    last[COPIES] = last[MAIN];
  }

  private void gather(int rank) {
    for (Chunk chunk : plan.copies(rank)) {
      String name = "chunk " + chunk.split() + " of rank " + chunk.source();
      int copy = call("copy call, " + name, gpu.host().copyPs());
      int row = chunk.split() * plan.chunkRows();
      TaskEffect.Move move = tensors.piece(chunk.source(), rank, row, chunk.rows());
      stream(COPIES, new StreamOp.Copy("copy " + name, move), copy);
      int set = call("flag call, " + name, gpu.host().flagPs());
      stream(COPIES, new StreamOp.SetFlag("set flag, " + name, chunk.flag()), set);
    }
    if (gpu.gpus() > 1) {
      int call = call("barrier call", gpu.host().barrierPs());
      barrier(COPIES, call, END_BARRIER);
    }
  }

  /** Signals, then goes on when every rank has. */
  private void barrier(int lane, int call, int semaphore) {
    StreamOp signal = new StreamOp.Step("barrier signal", 0);
    add(lane, signal, after(lane, call), List.of(), List.of(new Program.Signal(semaphore, 1)));
    StreamOp wait = new StreamOp.Step("barrier", gpu.barrierPs());
    List<Program.Wait> waits = List.of(new Program.Wait(semaphore, plan.ranks()));
    add(lane, wait, after(lane, call), waits, List.of());
  }

  private void kernel(boolean afterCopies) {
    int call = call("matmul launch", gpu.host().kernelPs());
    int[] after = after(MAIN, call);
    int copies = last[COPIES];
    if (afterCopies && copies != NONE) {
      after = IntStream.concat(IntStream.of(after), IntStream.of(copies)).toArray();
    }
    add(MAIN, new StreamOp.Kernel("matmul"), after, List.of(), List.of());
    call("matmul launch returns", gpu.host().returnPs());
  }

  private int call(String label, long ps) {
    return add(HOST, new StreamOp.Call(label, ps), new int[0], List.of(), List.of());
  }

  private void stream(int lane, StreamOp op, int call) {
    add(lane, op, after(lane, call), List.of(), List.of());
  }

  /** A stream operation follows its call and the operation before it on the stream. */
  private int[] after(int lane, int call) {
    return last[lane] == NONE ? new int[] {call} : new int[] {call, last[lane]};
  }

  private int add(
      int lane, StreamOp op, int[] after, List<Program.Wait> waits, List<Program.Signal> signals) {
    ops.add(op);
    last[lane] = builder.task(lane, after, new int[0], waits, signals);
    return last[lane];
  }
}

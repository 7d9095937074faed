package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trn2sim.core.program.Program;
import trn2sim.core.program.ProgramBuilder;
import trn2sim.core.timeline.Track;
import trn2sim.hw.ascend.CommOp;
import trn2sim.hw.ascend.CubeTasks;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.spec.AscendSpec;
import trn2sim.kernels.api.SharedTensors;
import trn2sim.kernels.api.View;

/** What one rank's host and its communication blocks do, as a program. */
final class CommScript {
  private static final int HOST = 0;
  private static final int NONE = -1;

  private final ProgramBuilder builder = new ProgramBuilder();
  private final List<CommOp> ops = new ArrayList<>();
  private final AscendPlan plan;
  private final SharedTensors tensors;
  private final AscendSpec device;
  private final int rank;
  private final int[] last;

  /** The script, and its operations by task. */
  record Written(Program program, List<CommOp> ops) {}

  private CommScript(AscendRank.Node node, int rank) {
    this.plan = node.plan();
    this.tensors = node.tensors();
    this.device = node.device();
    this.rank = rank;
    this.last = new int[1 + device.cores().aiv()];
    Arrays.fill(last, NONE);
    builder.lane(new Program.Lane("Host", Track.Kind.QUEUE));
    for (int core = 0; core < device.cores().aiv(); core++) {
      builder.lane(new Program.Lane("Aiv[" + core + "]", Track.Kind.QUEUE));
    }
  }

  /**
   * @param cores cube cores with work, all of which must be done for the host to go on
   */
  static Written write(AscendRank.Node node, int rank, int cores) {
    CommScript script = new CommScript(node, rank);
    AscendPlan plan = node.plan();
    AscendSpec device = node.device();
    View view = node.view();
    boolean comm = view != View.COMPUTE_ONLY && plan.ranks() > 1;
    boolean compute = view != View.COMM_ONLY;
    if (comm) {
      script.step("launch communication", device.host().launchPs(), List.of(), List.of());
      script.communicate();
    }
    if (comm && view == View.SEQUENTIAL) {
      script.syncComm();
    }
    if (compute) {
      List<Program.Signal> go = List.of(new Program.Signal(CubeTasks.LAUNCHED, 1));
      script.step("launch compute", device.host().launchPs(), List.of(), go);
    }
    if (comm && view != View.SEQUENTIAL) {
      script.syncComm();
    }
    if (compute) {
      long sync = plan.grid().equals(AscendPlan.Grid.NONE) ? device.host().syncPs() : 0;
      script.step(
          "sync compute", sync, List.of(new Program.Wait(CubeTasks.DONE, cores)), List.of());
    }
    return new Written(script.builder.build(), script.ops);
  }

  /** The semaphore of a strip of this rank at a destination. */
  static int stripSemaphore(AscendPlan plan, int rank, int to, int strip) {
    int destination = to < rank ? to : to - 1;
    return CubeTasks.UNITS + destination * plan.stripsPerRank() + strip;
  }

  private void communicate() {
    int perDest = plan.chunks().perDest();
    int launch = last[HOST];
    for (int block = 0; block < perDest * (plan.ranks() - 1); block++) {
      int lane = 1 + block % device.cores().aiv();
      if (last[lane] == NONE) {
        last[lane] = launch;
      }
      if (block == 0) {
        long ps = plan.chunks().chunks() * device.comm().publishPs();
        add(lane, new CommOp.Step("publish own flags", ps), List.of());
      }
      int to = block / perDest < rank ? block / perDest : block / perDest + 1;
      for (int chunk : plan.chunks().ofBlock(block % perDest)) {
        send(lane, to, chunk);
      }
    }
  }

  private void send(int lane, int to, int chunk) {
    ChunkPlan chunks = plan.chunks();
    for (int tile = chunks.firstTile(chunk); tile < chunks.endTile(chunk); tile++) {
      String label = "put tile " + tile + " to rank " + to;
      add(lane, new CommOp.Put(label, move(tile, to)), List.of());
    }
    List<Program.Signal> signals = new ArrayList<>();
    int from = chunks.firstTile(chunk) / plan.kTiles();
    int end = (chunks.endTile(chunk) - 1) / plan.kTiles();
    for (int strip = from; strip <= end; strip++) {
      int semaphore = stripSemaphore(plan, rank, to, strip);
      signals.add(new Program.Signal(semaphore, chunks.tilesIn(chunk, strip)));
    }
    String label = "notify rank " + to + " of chunk " + chunk;
    add(lane, new CommOp.Notify(label, to, chunk), signals);
  }

  /** One of the rank's own tiles, numbered strip by strip, on its way to a peer. */
  private TaskEffect.Move move(int tile, int to) {
    int rows = plan.tiling().baseM();
    int cols = plan.tiling().baseN();
    int row = tile / plan.kTiles() * rows;
    int col = tile % plan.kTiles() * cols;
    return tensors.piece(rank, to, new SharedTensors.Area(row, rows, col, cols));
  }

  private void syncComm() {
    int[] after = Arrays.stream(last).filter(task -> task != NONE).distinct().toArray();
    ops.add(new CommOp.Step("sync communication", device.host().syncPs()));
    last[HOST] = builder.task(HOST, after, new int[0]);
  }

  private void step(String label, long ps, List<Program.Wait> waits, List<Program.Signal> signals) {
    ops.add(new CommOp.Step(label, ps));
    last[HOST] = builder.task(HOST, new int[0], new int[0], waits, signals);
  }

  private void add(int lane, CommOp op, List<Program.Signal> signals) {
    ops.add(op);
    last[lane] = builder.task(lane, new int[] {last[lane]}, new int[0], List.of(), signals);
  }
}

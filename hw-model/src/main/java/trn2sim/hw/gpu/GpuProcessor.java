package trn2sim.hw.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import trn2sim.core.program.Placement;
import trn2sim.core.program.Process;
import trn2sim.core.program.Processor;
import trn2sim.core.sim.Phase;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;

/** Runs the calls of a host thread and the streams of its GPU. */
public final class GpuProcessor implements Processor {
  private final GpuChip chip;
  private final List<StreamOp> ops;
  private final BlockGrid grid;
  private final ProgressFlags flags;
  private Process process;
  private long hostPs;

  public GpuProcessor(GpuChip chip, List<StreamOp> ops, BlockGrid grid, ProgressFlags flags) {
    this.chip = chip;
    this.ops = List.copyOf(ops);
    this.grid = grid;
    this.flags = flags;
  }

  public void bind(Process bound) {
    process = bound;
  }

  @Override
  public void place(int task, long readyPs, long inputsPs, Placement placement) {
    if (ops.get(task) instanceof StreamOp.Call call) {
      hostPs += call.ps();
      long done = Math.max(readyPs, hostPs - chip.parameters().host().headStartPs());
      placement.set(readyPs, done, done);
      return;
    }
    placement.set(readyPs, readyPs, Placement.PENDING);
    chip.at(readyPs, Phase.ISSUE, describe(task), () -> begin(task));
  }

  private void begin(int task) {
    StreamOp op = ops.get(task);
    if (op instanceof StreamOp.Copy copy) {
      after(
          chip.parameters().copies().startPs(),
          task,
          () -> chip.copy(copy.move().bytes(), copy.local(), () -> done(task)));
    } else if (op instanceof StreamOp.SetFlag set) {
      after(chip.parameters().copies().flagPs(), task, () -> set(task, set.flag()));
    } else if (op instanceof StreamOp.Step step) {
      after(step.ps(), task, () -> done(task));
    } else {
      grid.start(() -> done(task));
    }
  }

  private void set(int task, int flag) {
    flags.set(flag, task);
    done(task);
  }

  private void after(long ps, int task, Runnable action) {
    chip.at(chip.simulation().now() + ps, Phase.COMPLETE, describe(task), action);
  }

  private void done(int task) {
    process.complete(task, chip.simulation().now());
  }

  /** A stream operation follows a host call only after the launch has crossed to the device. */
  @Override
  public long signalPs(int task) {
    return ops.get(task) instanceof StreamOp.Call ? chip.parameters().host().launchPs() : 0;
  }

  @Override
  public String signal() {
    return "Launch";
  }

  @Override
  public String describe(int task) {
    return task < ops.size() ? ops.get(task).label() : grid.describe(task - ops.size());
  }

  /** The blocks. */
  @Override
  public int parts() {
    return grid.size();
  }

  /** The SMs that had a block; the first one of each was launched by the kernel. */
  @Override
  public List<Row> rows() {
    int kernel = whole();
    List<Row> rows = new ArrayList<>();
    for (int sm = 0; sm < grid.bars().size(); sm++) {
      List<BlockGrid.Bar> bars = grid.bars().get(sm);
      if (!bars.isEmpty()) {
        List<Row.Bar> row = bars.stream().map(bar -> bar(bar, kernel)).toList();
        rows.add(new Row("Sm[" + sm + "]", Track.Kind.ENGINE, row));
      }
    }
    return rows;
  }

  private Row.Bar bar(BlockGrid.Bar bar, int kernel) {
    int blamed = bar.reason() == WaitReason.ISSUE ? kernel : bar.blamed();
    return new Row.Bar(ops.size() + bar.block(), bar.startPs(), bar.endPs(), bar.reason(), blamed);
  }

  /** The task that launches the blocks. */
  @Override
  public int whole() {
    return IntStream.range(0, ops.size())
        .filter(task -> ops.get(task) instanceof StreamOp.Kernel)
        .findFirst()
        .orElse(-1);
  }

  @Override
  public WaitReason awaitedAs(int task) {
    boolean copied =
        ops.get(task) instanceof StreamOp.Copy || ops.get(task) instanceof StreamOp.SetFlag;
    return copied ? WaitReason.DMA : WaitReason.ENGINE;
  }
}

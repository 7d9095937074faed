package trn2sim.hw.gpu;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import trn2sim.core.sim.Phase;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.spec.GpuSpec;

/**
 * The blocks of one kernel on the SMs of one GPU. A free SM takes the next block in order, or, if
 * the kernel is persistent, the next of its own; a block that spins on a flag holds its SM.
 */
public final class BlockGrid {
  /** A block's time on an SM, from the end of its wait. */
  record Bar(int block, long startPs, long endPs, WaitReason reason, int blamed) {}

  /**
   * How SMs get their blocks.
   *
   * @param persistent an SM loops over every so-many-th block
   * @param yields an SM passes over blocks whose flag is not set yet, as no hardware does
   */
  public record Dispatch(boolean persistent, boolean yields) {}

  /** Told when a block begins to read its operands. */
  public interface Listener {
    void reads(int block);
  }

  private static final int NOT_YET = -1;

  private final GpuChip chip;
  private final Gemm gemm;
  private final List<Gemm.Block> blocks;
  private final Dispatch dispatch;
  private final ProgressFlags flags;
  private final Listener listener;
  private final List<List<Bar>> bars = new ArrayList<>();
  private final long stepPs;
  private Runnable whenDone = () -> {};
  private final BitSet taken = new BitSet();
  private int next;
  private int finished;

  public BlockGrid(
      GpuChip chip,
      Gemm gemm,
      List<Gemm.Block> blocks,
      Dispatch dispatch,
      ProgressFlags flags,
      Listener listener) {
    this.chip = chip;
    this.gemm = gemm;
    this.blocks = List.copyOf(blocks);
    this.dispatch = dispatch;
    this.flags = flags;
    this.listener = listener;
    GpuSpec.Sm sm = chip.parameters().sm();
    long flops = 2L * gemm.tileM() * gemm.tileN() * gemm.tileK();
    long cycles = (flops + sm.flopsPerCycle() - 1) / sm.flopsPerCycle() + sm.stepCycles();
    this.stepPs = sm.clock().psFor(cycles);
    for (int i = 0; i < sm.count(); i++) {
      bars.add(new ArrayList<>());
    }
  }

  /** What ran on each SM. */
  List<List<Bar>> bars() {
    return bars;
  }

  /** How many blocks there are. */
  int size() {
    return blocks.size();
  }

  String describe(int block) {
    Gemm.Block tile = blocks.get(block);
    return "block " + block + ", tile " + tile.row() + "," + tile.col();
  }

  void start(Runnable done) {
    whenDone = done;
    for (int sm = 0; sm < bars.size(); sm++) {
      take(sm, sm, false);
    }
  }

  /**
   * Gives an SM its next block.
   *
   * @param own the block that a persistent kernel keeps for it
   * @param waited whether it stood idle because no block was ready
   */
  private void take(int sm, int own, boolean waited) {
    int block = dispatch.persistent ? own : dispatch.yields ? ready() : next++;
    if (block == NOT_YET) {
      flags.spinOnAny(() -> take(sm, own, true));
    } else if (block < blocks.size()) {
      boolean first = bars.get(sm).isEmpty();
      long delay = dispatch.persistent && !first ? 0 : chip.parameters().sm().blockPs();
      WaitReason started = first ? WaitReason.ISSUE : WaitReason.PIPELINE;
      WaitReason reason = waited ? WaitReason.DMA : started;
      later(delay, () -> await(sm, block, reason));
    }
  }

  /** The first block not taken whose rows have come. */
  private int ready() {
    boolean left = false;
    for (int block = 0; block < blocks.size(); block++) {
      int flag = blocks.get(block).flag();
      if (!taken.get(block) && (flag == Gemm.Block.NO_FLAG || flags.isSet(flag))) {
        taken.set(block);
        return block;
      }
      left |= !taken.get(block);
    }
    return left ? NOT_YET : blocks.size();
  }

  private void await(int sm, int block, WaitReason reason) {
    int flag = blocks.get(block).flag();
    if (flag == Gemm.Block.NO_FLAG) {
      load(sm, block, reason, -1);
    } else if (flags.isSet(flag)) {
      int blamed = reason == WaitReason.DMA ? flags.writer(flag) : -1;
      later(chip.parameters().copies().pollPs(), () -> load(sm, block, reason, blamed));
    } else {
      flags.spin(
          flag,
          () ->
              later(
                  chip.parameters().copies().pollPs(),
                  () -> load(sm, block, WaitReason.DMA, flags.writer(flag))));
    }
  }

  private void load(int sm, int block, WaitReason reason, int blamed) {
    long start = chip.simulation().now();
    listener.reads(block);
    later(
        chip.parameters().sm().prologuePs(),
        () -> slice(block, 0, () -> store(sm, block, new Bar(block, start, 0, reason, blamed))));
  }

  private void slice(int block, int slice, Runnable done) {
    int columns = chip.parameters().memory().sliceColumns();
    if (slice * columns >= gemm.k()) {
      done.run();
      return;
    }
    int width = Math.min(columns, gemm.k() - slice * columns);
    long steps = ((long) width + gemm.tileK() - 1) / gemm.tileK();
    chip.slice(gemm, blocks.get(block), slice, steps * stepPs, () -> slice(block, slice + 1, done));
  }

  private void store(int sm, int block, Bar begun) {
    later(
        chip.parameters().sm().epiloguePs(),
        () -> chip.store(gemm.resultBytes(), () -> finish(sm, block, begun)));
  }

  private void finish(int sm, int block, Bar begun) {
    long now = chip.simulation().now();
    bars.get(sm).add(new Bar(block, begun.startPs, now, begun.reason, begun.blamed));
    finished++;
    if (finished == blocks.size()) {
      whenDone.run();
    } else {
      take(sm, block + bars.size(), false);
    }
  }

  private void later(long delayPs, Runnable action) {
    chip.at(chip.simulation().now() + delayPs, Phase.ISSUE, "block", action);
  }
}

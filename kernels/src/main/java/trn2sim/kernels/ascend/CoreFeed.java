package trn2sim.kernels.ascend;

import java.util.List;
import java.util.Optional;
import trn2sim.hw.ascend.AicCore;
import trn2sim.hw.ascend.CubeTasks;
import trn2sim.hw.isa.TileProduct;
import trn2sim.kernels.api.SharedTensors;
import trn2sim.kernels.ascend.AscendPlan.Work;

/**
 * Decides at run time which K tile a core's next load takes. Local strips go in K order. For a
 * remote strip the core scans the strip's chunks round and round and takes each that has come, so
 * that K is summed in the order of arrival.
 */
final class CoreFeed implements AicCore.Operands {
  private static final long RIGHT = 1L << 62;

  private final AscendPlan plan;
  private final int rank;
  private final List<Work> units;
  private final Arrivals arrivals;
  private final boolean waits;
  private final CubeTasks.Written tasks;
  private final int[] taken;
  private int unit = -1;
  private int tile;
  private int slot;
  private boolean[] done = {};
  private int chunk;
  private int left;
  private int next;

  /**
   * @param waits whether remote rows arrive during the run
   */
  CoreFeed(
      AscendPlan plan,
      int rank,
      List<Work> units,
      Arrivals arrivals,
      boolean waits,
      CubeTasks.Written tasks) {
    this.plan = plan;
    this.rank = rank;
    this.units = units;
    this.arrivals = arrivals;
    this.waits = waits;
    this.tasks = tasks;
    this.taken = new int[tasks.program().size()];
  }

  @Override
  public Pieces next(int task, int forUnit, int forTile) {
    if (forUnit != unit || forTile != tile) {
      unit = forUnit;
      tile = forTile;
      start();
    }
    Work work = units.get(unit);
    int k = waits && work.source() != rank ? arrived(work) : slot;
    taken[task] = k;
    slot++;
    return new Pieces(key(work.strip(), k), RIGHT | key(work.firstTile() + tile, k));
  }

  /**
   * The product of the K tile that a load took.
   *
   * @param part the load's number, counted from the end of the program; others do nothing
   */
  Optional<TileProduct> product(int part, SharedTensors tensors) {
    int load = part - taken.length;
    if (load < 0) {
      return Optional.empty();
    }
    int rows = plan.tiling().baseM();
    int cols = plan.tiling().baseN();
    Work work = units.get(tasks.unit(load));
    int column = work.firstTile() + tasks.tile(load);
    SharedTensors.Area area =
        new SharedTensors.Area(work.strip() * rows, rows, column * cols, cols);
    return Optional.of(tensors.product(area, taken[load] * cols, cols, tasks.slot(load) > 0));
  }

  private void start() {
    slot = 0;
    left = 0;
    int strip = units.get(unit).strip() % plan.stripsPerRank();
    chunk = plan.chunks().firstChunk(strip) - 1;
    done = new boolean[plan.chunks().lastChunk(strip) - chunk];
  }

  /** The next K tile of the chunk in hand, or the first of the next chunk that has come. */
  private int arrived(Work work) {
    int strip = work.strip() % plan.stripsPerRank();
    int first = plan.chunks().firstChunk(strip);
    int tries = 0;
    while (left == 0) {
      chunk = first + (chunk + 1 - first) % done.length;
      if (!done[chunk - first] && arrivals.has(work.source(), chunk)) {
        done[chunk - first] = true;
        left = plan.chunks().tilesIn(chunk, strip);
        next = Math.max(0, plan.chunks().firstTile(chunk) - strip * plan.kTiles());
      } else if (++tries > done.length) {
        throw new IllegalStateException("no chunk of strip " + work.strip() + " has come");
      }
    }
    left--;
    return next++;
  }

  private static long key(int row, int k) {
    return (long) row << 31 | k;
  }
}

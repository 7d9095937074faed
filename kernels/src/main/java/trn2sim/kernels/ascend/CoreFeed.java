package trn2sim.kernels.ascend;

import java.util.List;
import trn2sim.hw.ascend.AicCore;
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
  private final Journal journal;
  private final boolean waits;
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
      Journal journal,
      boolean waits) {
    this.plan = plan;
    this.rank = rank;
    this.units = units;
    this.arrivals = arrivals;
    this.journal = journal;
    this.waits = waits;
  }

  @Override
  public Pieces next(int forUnit, int forTile) {
    if (forUnit != unit || forTile != tile) {
      unit = forUnit;
      tile = forTile;
      start();
    }
    Work work = units.get(unit);
    int k = waits && work.source() != rank ? arrived(work) : slot;
    int column = work.firstTile() + tile;
    journal.multiply(rank, work.strip(), column, k, slot > 0);
    slot++;
    return new Pieces(key(work.strip(), k), RIGHT | key(column, k));
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

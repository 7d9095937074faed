package trn2sim.hw.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Uses of one memory in the order they were made, looked up by region. A tensor that is written in
 * thousands of pieces has as many uses, most of them far from the piece in question: every block of
 * them has bounds, and a search passes over the blocks that it cannot touch.
 */
public final class RegionUses<U extends RegionUses.Use> {
  /** A use of a part of a memory. */
  public interface Use {
    Region region();
  }

  private static final int BLOCK = 64;

  private final List<U> uses;

  /** Of every full block, what its uses lie within. */
  private final List<Region> bounds = new ArrayList<>(0);

  /**
   * @param expected how many uses it is likely to hold at once
   */
  public RegionUses(int expected) {
    uses = new ArrayList<>(expected);
  }

  public int size() {
    return uses.size();
  }

  public U get(int index) {
    return uses.get(index);
  }

  public void add(U use) {
    uses.add(use);
    boundFullBlocks();
  }

  /** Puts a use in the place of one that it covers. */
  public void cover(int index, U use) {
    uses.set(index, use);
    int block = index / BLOCK;
    if (block < bounds.size()) {
      bounds.set(block, bounds.get(block).and(use.region()));
    }
  }

  /** The first use from {@code from} on that overlaps a region, or the number of uses. */
  public int next(int from, Region region) {
    int index = from;
    while (index < uses.size()) {
      if (index % BLOCK == 0 && isOutOfReach(index / BLOCK, region)) {
        index += BLOCK;
      } else if (uses.get(index).region().overlaps(region)) {
        return index;
      } else {
        index++;
      }
    }
    return uses.size();
  }

  private boolean isOutOfReach(int block, Region region) {
    return block < bounds.size() && !bounds.get(block).overlaps(region);
  }

  /** Drops the uses that a region covers, of those that may go. */
  public void dropCovered(Region region, Predicate<U> mayGo) {
    int kept = next(0, region);
    while (kept < uses.size() && !isDropped(uses.get(kept), region, mayGo)) {
      kept = next(kept + 1, region);
    }
    if (kept == uses.size()) {
      return;
    }
    bounds.subList(Math.min(kept / BLOCK, bounds.size()), bounds.size()).clear();
    for (int index = kept + 1; index < uses.size(); index++) {
      U use = uses.get(index);
      if (!isDropped(use, region, mayGo)) {
        uses.set(kept++, use);
      }
    }
    uses.subList(kept, uses.size()).clear();
    boundFullBlocks();
  }

  private static <U extends Use> boolean isDropped(U use, Region region, Predicate<U> mayGo) {
    return region.covers(use.region()) && mayGo.test(use);
  }

  private void boundFullBlocks() {
    while ((bounds.size() + 1) * BLOCK <= uses.size()) {
      int first = bounds.size() * BLOCK;
      Region bound = uses.get(first).region();
      for (int index = first + 1; index < first + BLOCK; index++) {
        bound = bound.and(uses.get(index).region());
      }
      bounds.add(bound);
    }
  }
}

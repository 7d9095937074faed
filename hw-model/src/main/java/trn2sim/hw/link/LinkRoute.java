package trn2sim.hw.link;

import java.util.List;

/**
 * The way from one core to another: the directed links crossed, in order, and how often the way
 * changes die inside a chip.
 */
public record LinkRoute(int fromCore, int toCore, List<Link> links, int dieCrossings) {
  public LinkRoute {
    links = List.copyOf(links);
  }

  /** Returns how many links between chips are crossed; 0 on one chip. */
  public int chipHops() {
    return links.size();
  }

  /** Returns whether both ends are on one chip. */
  boolean onChip() {
    return links.isEmpty();
  }
}

package trn2sim.hw.link;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** The directed links that a what-if run must not use. */
public record LostLinks(SortedSet<Link> links) {
  /** No link is lost. */
  public static final LostLinks NONE = new LostLinks(new TreeSet<>());

  public LostLinks {
    links = Collections.unmodifiableSortedSet(new TreeSet<>(links));
  }

  /** Loses the given directions only; the cables still carry the other direction. */
  static LostLinks directed(Collection<Link> links) {
    return new LostLinks(new TreeSet<>(links));
  }

  /** Loses whole cables: each given link and its reverse. */
  static LostLinks cables(Topology topology, Collection<Link> links) {
    SortedSet<Link> lost = new TreeSet<>(links);
    for (Link link : links) {
      lost.add(topology.reverse(link));
    }
    return new LostLinks(lost);
  }

  /** Returns whether a link may be used. */
  boolean alive(Link link) {
    return !links.contains(link);
  }

  boolean isEmpty() {
    return links.isEmpty();
  }
}

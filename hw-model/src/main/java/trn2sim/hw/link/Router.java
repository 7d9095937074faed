package trn2sim.hw.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;

/**
 * Finds the route between two cores: X first, then Y, then Z, the short way round each ring.
 *
 * <p>Half-way round, even coordinates go up and odd ones down, which loads both directions alike.
 * If that way crosses a lost link, the first shortest way over living links is taken instead. With
 * switches there is one way: through the lowest switch above both chips.
 */
public record Router(Topology topology, LostLinks lost) {
  /** Routes over all links. */
  public Router(Topology topology) {
    this(topology, LostLinks.NONE);
  }

  /** Returns the route between two physical cores. */
  public LinkRoute route(int fromCore, int toCore) {
    List<Link> links = chipPath(topology.locate(fromCore).chip(), topology.locate(toCore).chip());
    return new LinkRoute(fromCore, toCore, links, dieCrossings(fromCore, toCore, links));
  }

  /** Returns the route between the lead cores of two ranks. */
  public LinkRoute route(RankPlacement placement, int fromRank, int toRank) {
    return route(placement.leadCore(fromRank), placement.leadCore(toRank));
  }

  private List<Link> chipPath(int from, int to) {
    if (topology.switched()) {
      return topology.throughSwitch(from, to);
    }
    List<Link> direct = dimensionOrdered(from, to);
    return direct.stream().allMatch(lost::alive) ? direct : detour(from, to);
  }

  private List<Link> dimensionOrdered(int from, int to) {
    List<Link> path = new ArrayList<>();
    int chip = from;
    for (int axis = 0; axis < 3; axis++) {
      int start = topology.coordinate(chip, axis);
      int extent = topology.extent(axis);
      int ahead = Math.floorMod(topology.coordinate(to, axis) - start, extent);
      boolean forward = 2 * ahead < extent || (2 * ahead == extent && start % 2 == 0);
      for (int hop = forward ? ahead : extent - ahead; hop > 0 && ahead > 0; hop--) {
        Link link = new Link(chip, LinkDirection.of(axis, forward));
        path.add(link);
        chip = topology.target(link);
      }
    }
    return path;
  }

  private List<Link> detour(int from, int to) {
    Link[] arrivedBy = new Link[topology.chips()];
    boolean[] seen = new boolean[topology.chips()];
    Deque<Integer> frontier = new ArrayDeque<>(List.of(from));
    seen[from] = true;
    while (!frontier.isEmpty() && !seen[to]) {
      for (Link link : topology.linksFrom(frontier.remove())) {
        int next = topology.target(link);
        if (!seen[next] && lost.alive(link)) {
          seen[next] = true;
          arrivedBy[next] = link;
          frontier.add(next);
        }
      }
    }
    if (!seen[to]) {
      throw new NoRouteException(
          "no route from chip " + from + " to chip " + to + " without " + lost.links());
    }
    List<Link> path = new ArrayList<>();
    for (int chip = to; chip != from; chip = arrivedBy[chip].chip()) {
      path.add(arrivedBy[chip]);
    }
    Collections.reverse(path);
    return path;
  }

  private int dieCrossings(int fromCore, int toCore, List<Link> links) {
    if (topology.switched() && !links.isEmpty()) {
      return 0; // on which die a port sits is not published
    }
    int crossings = 0;
    OptionalInt here = OptionalInt.of(topology.locate(fromCore).die());
    for (Link link : links) {
      crossings += changes(here, LinkPorts.dieAt(topology, link.chip(), link.direction()));
      Link back = topology.reverse(link);
      here = LinkPorts.dieAt(topology, back.chip(), back.direction());
    }
    return crossings + changes(here, OptionalInt.of(topology.locate(toCore).die()));
  }

  // A Z port's die is not published, so it counts as the near one.
  private static int changes(OptionalInt from, OptionalInt to) {
    return from.isPresent() && to.isPresent() && from.getAsInt() != to.getAsInt() ? 1 : 0;
  }
}

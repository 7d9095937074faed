package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The chips of a group and the links between them that a ring may still use. With switches every
 * order of the chips is a ring, and no link joins just two of them.
 */
record ChipGraph(Topology topology, List<Integer> chips, SortedSet<Link> links) {
  static ChipGraph of(Topology topology, Collection<Integer> chips, LostLinks lost) {
    SortedSet<Link> usable = new TreeSet<>();
    if (topology.switched()) {
      return new ChipGraph(topology, List.copyOf(chips), usable);
    }
    for (int chip : chips) {
      for (Link link : topology.linksFrom(chip)) {
        if (chips.contains(topology.target(link)) && lost.alive(link)) {
          usable.add(link);
        }
      }
    }
    return new ChipGraph(topology, List.copyOf(chips), usable);
  }

  /** Keeps only cables whose two directions are both usable. */
  ChipGraph bothWays() {
    SortedSet<Link> kept = new TreeSet<>(links);
    kept.removeIf(link -> !links.contains(topology.reverse(link)));
    return new ChipGraph(topology, chips, kept);
  }

  ChipGraph without(Collection<Link> used) {
    SortedSet<Link> kept = new TreeSet<>(links);
    kept.removeAll(used);
    return new ChipGraph(topology, chips, kept);
  }

  /** Returns the directed links along a cyclic chip order; empty for one chip. */
  List<Link> along(List<Integer> cycle) {
    List<Link> path = new ArrayList<>();
    for (int i = 0; i < cycle.size() && cycle.size() > 1; i++) {
      int chip = cycle.get(i);
      int next = cycle.get((i + 1) % cycle.size());
      path.addAll(
          topology.switched()
              ? topology.throughSwitch(chip, next)
              : List.of(topology.linkBetween(chip, next).orElseThrow()));
    }
    return List.copyOf(path);
  }

  /** Returns a proof, if a simple one exists, that the chips form no cycle. */
  Optional<String> obstacle() {
    if (chips.size() == 1 || topology.switched()) {
      return Optional.empty();
    }
    for (int chip : chips) {
      SortedSet<Integer> exits = neighbours(chip, true);
      SortedSet<Integer> entries = neighbours(chip, false);
      SortedSet<Integer> either = new TreeSet<>(exits);
      either.addAll(entries);
      boolean tooFew = either.size() < Math.min(2, chips.size() - 1);
      if (either.isEmpty()) {
        return Optional.of("chip " + chip + " of the group has no usable link to another of it");
      }
      if (tooFew || exits.isEmpty() || entries.isEmpty()) {
        return Optional.of(
            ("chip " + chip + " of the group has usable links only to chips ")
                + (exits + " and from chips " + entries));
      }
    }
    long even = chips.stream().filter(this::isEven).count();
    if (2 * even != chips.size()) {
      return Optional.of(
          "a torus cycle alternates between even and odd chips (column + row + instance), but the "
              + ("group's " + chips.size() + " chips are " + even + " even and ")
              + (chips.size() - even + " odd"));
    }
    return Optional.empty();
  }

  /** Returns whether at least so many links leave every chip. */
  boolean hasExits(int least) {
    return chips.stream().allMatch(chip -> neighbours(chip, true).size() >= least);
  }

  private SortedSet<Integer> neighbours(int chip, boolean outwards) {
    SortedSet<Integer> found = new TreeSet<>();
    for (Link link : links) {
      int target = topology.target(link);
      if (chip == (outwards ? link.chip() : target)) {
        found.add(outwards ? target : link.chip());
      }
    }
    return found;
  }

  private boolean isEven(int chip) {
    int sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      sum += topology.coordinate(chip, axis);
    }
    return sum % 2 == 0;
  }
}

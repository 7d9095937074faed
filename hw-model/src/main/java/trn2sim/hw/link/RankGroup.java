package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The ranks of one replica group, in ascending order. */
public record RankGroup(List<Integer> ranks) {
  public RankGroup {
    ranks = List.copyOf(new TreeSet<>(ranks));
    if (ranks.isEmpty()) {
      throw new IllegalArgumentException("a group needs at least one rank");
    }
  }

  /** Returns the group of consecutive ranks that begins at a rank. */
  public static RankGroup block(int first, int size) {
    List<Integer> ranks = new ArrayList<>();
    for (int rank = first; rank < first + size; rank++) {
      ranks.add(rank);
    }
    return new RankGroup(ranks);
  }

  /** Returns the consecutive groups of tp ranks: group g holds g*tp to g*tp+tp-1. */
  public static List<RankGroup> blocks(int tp, int groups) {
    List<RankGroup> blocks = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      blocks.add(block(group * tp, tp));
    }
    return List.copyOf(blocks);
  }

  /** Returns the number of ranks. */
  public int size() {
    return ranks.size();
  }

  /** Returns the lowest rank. */
  public int first() {
    return ranks.get(0);
  }

  /** Returns the group's ranks by chip, both ascending. */
  public SortedMap<Integer, List<Integer>> byChip(RankPlacement placement) {
    SortedMap<Integer, List<Integer>> chips = new TreeMap<>();
    for (int rank : ranks) {
      chips.computeIfAbsent(placement.chip(rank), chip -> new ArrayList<>()).add(rank);
    }
    chips.replaceAll((chip, members) -> List.copyOf(members));
    return Collections.unmodifiableSortedMap(chips);
  }

  @Override
  public String toString() {
    int last = ranks.get(size() - 1);
    return "ranks " + (last - first() == size() - 1 ? first() + "-" + last : ranks.toString());
  }
}

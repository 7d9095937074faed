package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.Peers;
import trn2sim.hw.link.RankGroup;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.nki.stream.UnsupportedException;

/** The ways in which the collectives of a kernel divide the ranks, in the order they come. */
final class ReplicaGroups {
  private final List<RankGroup> own;
  private final int ranks;

  /** The most bytes that a rank gets from another, by grouping, beside the run's own. */
  private final Map<List<RankGroup>, Long> others = new LinkedHashMap<>();

  ReplicaGroups(Ranks ranks) {
    this.own = RankGroup.blocks(ranks.tp(), ranks.groups());
    this.ranks = ranks.tp() * ranks.groups();
  }

  /** The groups beside the run's own, with the bytes that collectives of each move at most. */
  Map<List<RankGroup>, Long> others() {
    return others;
  }

  /** Refuses groups other than the run's own. */
  void requireOwn(List<?> found) {
    if (!groups(found).equals(own)) {
      throw new UnsupportedException("a ring of replica groups " + found + ", expected " + text());
    }
  }

  Peers peers(List<?> found) {
    List<RankGroup> groups = groups(found);
    int count = groups.get(0).size();
    if (groups.equals(own)) {
      return Peers.of(count);
    }
    others.putIfAbsent(groups, 0L);
    return new Peers(count, new ArrayList<>(others.keySet()).indexOf(groups) + 1);
  }

  /** Notes what a collective moves; whether its groups are the run's own. */
  boolean note(Peers peers, long bytes) {
    if (peers.grouping() > 0) {
      List<RankGroup> groups = new ArrayList<>(others.keySet()).get(peers.grouping() - 1);
      others.merge(groups, bytes, Math::max);
    }
    return peers.grouping() == 0;
  }

  /** Equal groups of ascending ranks, with every rank in one of them. */
  private List<RankGroup> groups(List<?> found) {
    List<RankGroup> groups = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (Object one : found) {
      List<Integer> members = ((List<?>) one).stream().map(n -> ((Number) n).intValue()).toList();
      all.addAll(members);
      if (members.isEmpty() || !List.copyOf(new TreeSet<>(members)).equals(members)) {
        throw new UnsupportedException(
            "the replica group " + members + ", expected ascending ranks");
      }
      groups.add(new RankGroup(members));
    }
    boolean whole =
        all.stream().sorted().toList().equals(IntStream.range(0, ranks).boxed().toList());
    boolean equal = groups.stream().mapToInt(RankGroup::size).distinct().count() == 1;
    if (!whole || !equal) {
      throw new UnsupportedException(
          "replica groups "
              + found
              + ", expected equal parts of "
              + Text.count(ranks, "rank")
              + ", such as "
              + text());
    }
    return List.copyOf(groups);
  }

  private String text() {
    return own.stream().map(RankGroup::ranks).toList().toString();
  }
}

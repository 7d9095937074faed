package trn2sim.hw.link;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rings of one group: per channel a cyclic order of ranks and the links it crosses. */
public record RingEmbedding(RankGroup group, List<ChannelRing> rings) {
  /**
   * One channel's ring.
   *
   * @param order the ranks; those of one chip are consecutive
   * @param chips the chips in the same order
   * @param links the directed links between them, one per chip change
   */
  public record ChannelRing(RingOrder order, List<Integer> chips, List<Link> links) {
    public ChannelRing {
      chips = List.copyOf(chips);
      links = List.copyOf(links);
    }
  }

  public RingEmbedding {
    rings = List.copyOf(rings);
  }

  /** Returns the number of channels. */
  public int channels() {
    return rings.size();
  }

  /** Returns the cyclic order of one channel. */
  public RingOrder order(int channel) {
    return rings.get(channel).order();
  }

  /** Returns the i-th predecessor of a rank on a channel: whose data it has after i permutes. */
  public int predecessor(int i, int channel, int rank) {
    return order(channel).predecessor(i, rank);
  }

  /** Returns the rank that a rank sends to on a channel. */
  int successor(int channel, int rank) {
    return order(channel).successor(rank);
  }

  /** Returns the links in use, with the number of channels on each. */
  SortedMap<Link, Integer> linkUse() {
    SortedMap<Link, Integer> use = new TreeMap<>();
    for (ChannelRing ring : rings) {
      ring.links().forEach(link -> use.merge(link, 1, Integer::sum));
    }
    return use;
  }

  /** Returns the most channels on one directed link: 1 if disjoint, 0 on one chip. */
  int linkSharing() {
    return linkUse().values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** Returns the rings as text, one channel after the other. */
  String describe(RankPlacement placement) {
    StringBuilder text = new StringBuilder();
    text.append(group).append(" of ").append(placement.topology().name());
    text.append(" with LNC=").append(placement.lnc()).append(": ").append(channels());
    text.append(" channels, at most ").append(linkSharing()).append(" per directed link\n");
    for (int channel = 0; channel < channels(); channel++) {
      ChannelRing ring = rings.get(channel);
      text.append("channel ").append(channel).append('\n');
      text.append("  chips").append(joined(ring.chips())).append('\n');
      text.append("  links").append(joined(ring.links())).append('\n');
      text.append("  ranks").append(joined(ring.order().ranks())).append('\n');
    }
    return text.toString();
  }

  private static String joined(List<?> items) {
    StringBuilder text = new StringBuilder();
    items.forEach(item -> text.append(' ').append(item));
    return text.toString();
  }
}

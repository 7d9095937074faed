package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import trn2sim.core.unit.Text;

/**
 * Lays the rings of a group over the machine: neighbours in a ring share a chip or a cable.
 *
 * <p>collective_permute requires rings of physically adjacent ranks: Neuron documentation,
 * collectives. Ranks of one chip are visited in ascending order on even channels, descending on
 * odd.
 */
public record RingEmbedder(RankPlacement placement, LostLinks lost) {
  /** Embeds over all links. */
  public RingEmbedder(RankPlacement placement) {
    this(placement, LostLinks.NONE);
  }

  /** Returns the rings of one group, or throws {@link NoRingException}. */
  public RingEmbedding embed(RankGroup group, int channels) {
    Optional<String> refusal = refusal(group, channels);
    if (refusal.isPresent()) {
      throw refused(group, refusal.get(), nearest(group.first(), group.size(), 1, channels));
    }
    return rings(group, channels);
  }

  /** Returns the rings of consecutive groups of tp ranks, all embedded or none. */
  public List<RingEmbedding> embedBlocks(int tp, int groups, int channels) {
    List<RingEmbedding> embeddings = new ArrayList<>();
    for (RankGroup group : RankGroup.blocks(tp, groups)) {
      Optional<String> refusal = refusal(group, channels);
      if (refusal.isPresent()) {
        throw refused(group, refusal.get(), nearest(0, tp, groups, channels));
      }
      embeddings.add(rings(group, channels));
    }
    return List.copyOf(embeddings);
  }

  private RingEmbedding rings(RankGroup group, int channels) {
    SortedMap<Integer, List<Integer>> ranksByChip = group.byChip(placement);
    ChipGraph graph = graph(group);
    List<RingEmbedding.ChannelRing> rings = new ArrayList<>();
    for (List<Integer> cycle : new ChipCycles(graph).forChannels(channels).orElseThrow()) {
      List<Integer> ranks = new ArrayList<>();
      cycle.forEach(chip -> ranks.addAll(inChip(ranksByChip.get(chip), rings.size())));
      rings.add(new RingEmbedding.ChannelRing(new RingOrder(ranks), cycle, graph.along(cycle)));
    }
    return new RingEmbedding(group, rings);
  }

  private static List<Integer> inChip(List<Integer> ranks, int channel) {
    return channel % 2 == 0 ? ranks : new RingOrder(ranks).orderFrom(ranks.get(ranks.size() - 1));
  }

  private Optional<String> refusal(RankGroup group, int channels) {
    int last = group.ranks().get(group.size() - 1);
    if (last >= placement.ranks()) {
      return Optional.of("the machine has " + Text.count(placement.ranks(), "rank"));
    }
    int limit = Channels.limit(placement, group);
    if (channels < 1 || channels > limit) {
      return Optional.of(
          Text.count(channels, "channel") + " asked, this group allows 1 to " + limit);
    }
    ChipGraph graph = graph(group);
    Optional<String> obstacle = graph.obstacle();
    if (obstacle.isPresent() || new ChipCycles(graph).forChannels(1).isPresent()) {
      return obstacle.map(this::withLost);
    }
    return Optional.of(withLost("no cycle over chips " + graph.chips() + " was found"));
  }

  private ChipGraph graph(RankGroup group) {
    return ChipGraph.of(placement.topology(), group.byChip(placement).keySet(), lost);
  }

  private String withLost(String reason) {
    return lost.isEmpty() ? reason : reason + " (lost links: " + lost.links() + ")";
  }

  private NoRingException refused(RankGroup group, String reason, List<Integer> nearest) {
    String subject = group + " of " + placement.topology().name() + " with LNC=" + placement.lnc();
    return new NoRingException(subject, reason, nearest);
  }

  /** The next even size below and above: the ring kernels refuse odd ones. */
  private List<Integer> nearest(int first, int size, int groups, int channels) {
    List<Integer> sizes = new ArrayList<>();
    int most = (placement.ranks() - first) / groups;
    for (int below = Math.min(size - 1, most); below > 0 && sizes.isEmpty(); below--) {
      if (fits(first, below, groups, channels)) {
        sizes.add(below);
      }
    }
    int found = sizes.size();
    for (int above = size + 1; above <= most && sizes.size() == found; above++) {
      if (fits(first, above, groups, channels)) {
        sizes.add(above);
      }
    }
    return sizes;
  }

  private boolean fits(int first, int size, int groups, int channels) {
    boolean fits = size % 2 == 0;
    for (int group = 0; group < groups && fits; group++) {
      fits = refusal(RankGroup.block(first + group * size, size), channels).isEmpty();
    }
    return fits;
  }
}

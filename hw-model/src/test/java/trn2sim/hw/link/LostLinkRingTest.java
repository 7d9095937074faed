package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Topologies;

class LostLinkRingTest {
  private static final Topology INSTANCE = Topologies.instance();
  private static final RankPlacement PAIRS = new RankPlacement(INSTANCE, 2);
  private static final RankGroup ALL = RankGroup.block(0, 64);

  @Test
  void anInstanceKeepsTwoDisjointRingsWithoutAnyOneCable() {
    List<Link> cables = INSTANCE.links().stream().filter(l -> l.direction().sign() > 0).toList();
    assertEquals(32, cables.size());
    for (Link link : cables) {
      LostLinks lost = LostLinks.cables(INSTANCE, List.of(link));
      RingEmbedding two = embed(ALL, 2, lost);
      assertEquals(1, two.linkSharing());
      // Four disjoint rings need all 64 directed links, so here some must share.
      RingEmbedding four = embed(ALL, 4, lost);
      assertEquals(2, four.linkSharing());
    }
  }

  @Test
  void oneLostDirectionStillLeavesTwoDisjointRings() {
    for (Link link : INSTANCE.links()) {
      assertEquals(1, embed(ALL, 2, LostLinks.directed(List.of(link))).linkSharing());
    }
  }

  @Test
  void aRowOfFourKeepsOneDirectionOnly() {
    LostLinks lost = LostLinks.directed(List.of(new Link(1, LinkDirection.X_PLUS)));
    RingEmbedding ring = embed(RankGroup.block(0, 16), 2, lost);
    assertEquals(List.of(0, 3, 2, 1), ring.rings().get(0).chips());
    assertEquals(2, ring.linkSharing());
  }

  @Test
  void oneWayIsEnoughForARing() {
    LostLinks lost =
        LostLinks.directed(
            IntStream.range(0, 4).mapToObj(c -> new Link(c, LinkDirection.X_PLUS)).toList());
    assertEquals(1, embed(RankGroup.block(0, 16), 1, lost).linkSharing());
  }

  @Test
  void twoChipsNeedTheirCableBothWays() {
    LostLinks lost = LostLinks.directed(List.of(new Link(0, LinkDirection.X_PLUS)));
    NoRingException refusal =
        assertThrows(NoRingException.class, () -> embed(RankGroup.block(0, 8), 1, lost));
    assertEquals(
        "chip 0 of the group has usable links only to chips [] and from chips [1]"
            + " (lost links: [chip0.X+])",
        refusal.reason());
    assertEquals(List.of(4, 14), refusal.nearestSizes());
  }

  /** Chips 3 and 4 are at the ends of rows, one below the other's beginning. */
  @Test
  void chipsThatAreNoNeighboursHaveNoLink() {
    NoRingException refusal =
        assertThrows(NoRingException.class, () -> embed(RankGroup.block(12, 6), 1, LostLinks.NONE));
    assertEquals("chip 3 of the group has no usable link to another of it", refusal.reason());
  }

  @Test
  void aRowOfFourWithoutACableIsRefusedWithTheCable() {
    LostLinks lost = LostLinks.cables(INSTANCE, List.of(new Link(1, LinkDirection.X_PLUS)));
    NoRingException refusal =
        assertThrows(NoRingException.class, () -> embed(RankGroup.block(0, 16), 2, lost));
    assertEquals(
        "chip 1 of the group has usable links only to chips [0] and from chips [0]"
            + " (lost links: [chip1.X+, chip2.X-])",
        refusal.reason());
    assertEquals(List.of(8, 30), refusal.nearestSizes());
  }

  @Test
  void oneChipNeedsNoLinks() {
    RingEmbedding ring = embed(RankGroup.block(0, 4), 2, LostLinks.directed(INSTANCE.links()));
    assertEquals(List.of(0, 1, 2, 3), ring.order(0).ranks());
  }

  private static RingEmbedding embed(RankGroup group, int channels, LostLinks lost) {
    RingEmbedding embedding = new RingEmbedder(PAIRS, lost).embed(group, channels);
    RingLaws.check(embedding, PAIRS);
    assertTrue(embedding.linkUse().keySet().stream().allMatch(lost::alive));
    return embedding;
  }
}

package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Topologies;

class RingRefusalTest {
  private static final Topology INSTANCE = Topologies.instance();
  private static final RankPlacement PAIRS = new RankPlacement(INSTANCE, 2);

  @ParameterizedTest(name = "tp={0} LNC={1}")
  @CsvSource({"10,2,8,14", "12,2,8,14", "18,2,16,22", "44,2,40,46", "20,1,16,26", "24,1,16,26"})
  void refusedSizesNameTheNearest(int tp, int lnc, int below, int above) {
    RingEmbedder embedder = new RingEmbedder(new RankPlacement(INSTANCE, lnc));
    NoRingException refusal = refusal(embedder, RankGroup.block(0, tp), 1);
    assertEquals(List.of(below, above), refusal.nearestSizes());
    assertTrue(refusal.getMessage().contains("[" + below + ", " + above + "]"));
    for (int size : refusal.nearestSizes()) {
      assertEquals(1, embedder.embed(RankGroup.block(0, size), 1).channels());
    }
    for (int size = below + 1; size < above; size++) {
      RankGroup between = RankGroup.block(0, size);
      if (size % 2 == 0) {
        refusal(embedder, between, 1);
      }
    }
  }

  @Test
  void messagesSayWhy() {
    RingEmbedder embedder = new RingEmbedder(PAIRS);
    assertEquals(
        "ranks 0-11 of trn2.48xlarge with LNC=2 form no ring: chip 0 of the group has usable links"
            + " only to chips [1] and from chips [1]; nearest group sizes that do: [8, 14]",
        refusal(embedder, RankGroup.block(0, 12), 1).getMessage());
    assertEquals(
        "a torus cycle alternates between even and odd chips (column + row + instance), but the"
            + " group's 11 chips are 6 even and 5 odd",
        refusal(embedder, RankGroup.block(0, 44), 1).reason());
    NoRingException large = refusal(embedder, RankGroup.block(0, 128), 4);
    assertEquals("the machine has 64 ranks", large.reason());
    assertEquals(List.of(64), large.nearestSizes());
  }

  @Test
  void channelsBeyondTheLimitAreRefused() {
    NoRingException refusal = refusal(new RingEmbedder(PAIRS), RankGroup.block(0, 16), 4);
    assertEquals("4 channels asked, this group allows 1 to 2", refusal.reason());
    assertEquals(List.of(62), refusal.nearestSizes());
    assertEquals(
        "0 channels asked, this group allows 1 to 2",
        refusal(new RingEmbedder(PAIRS), RankGroup.block(0, 16), 0).reason());
  }

  @Test
  void oneBadBlockRefusesAll() {
    // Ranks 12-17 lie on chips 3 and 4, which are not neighbours.
    RingEmbedder embedder = new RingEmbedder(PAIRS);
    assertEquals(2, embedder.embedBlocks(6, 2, 1).size());
    NoRingException refusal =
        assertThrows(NoRingException.class, () -> embedder.embedBlocks(6, 3, 1));
    assertTrue(refusal.getMessage().startsWith("ranks 12-17 "));
    assertEquals(List.of(4, 8), refusal.nearestSizes());
  }

  private static NoRingException refusal(RingEmbedder embedder, RankGroup group, int channels) {
    return assertThrows(NoRingException.class, () -> embedder.embed(group, channels));
  }
}

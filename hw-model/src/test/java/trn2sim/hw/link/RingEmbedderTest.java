package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Topologies;

class RingEmbedderTest {
  private static final Topology INSTANCE = Topologies.instance();

  @ParameterizedTest(name = "{0} LNC={1}")
  @CsvSource({"1,1", "1,2", "16,1", "16,2", "64,2"})
  void everyEmbeddableBlockObeysTheRingLaws(int chips, int lnc) {
    RankPlacement placement = new RankPlacement(machine(chips), lnc);
    int embedded = 0;
    int stride = Math.max(1, placement.ranks() / 64);
    for (int tp = stride; tp <= placement.ranks(); tp += stride) {
      RankGroup group = RankGroup.block(0, tp);
      int chipCount = group.byChip(placement).size();
      if (chipCount > 1 && (chipCount % 2 == 1 || RingLaws.hasLeafChip(group, placement))) {
        continue;
      }
      for (int channels = 1; channels <= Channels.limit(placement, group); channels++) {
        RingEmbedding embedding = new RingEmbedder(placement).embed(group, channels);
        assertEquals(channels, embedding.channels());
        RingLaws.check(embedding, placement);
        // Two chips share one cable, so both channels must cross it.
        int sharing = chipCount == 1 ? 0 : chipCount == 2 ? channels : 1;
        assertEquals(sharing, embedding.linkSharing(), () -> "tp " + group.size());
      }
      embedded++;
    }
    assertTrue(embedded >= placement.ranks() / stride / 2);
  }

  @Test
  void fourChannelsOfAnInstanceUseEveryDirectedLinkOnce() {
    for (int lnc : new int[] {1, 2}) {
      RankPlacement placement = new RankPlacement(INSTANCE, lnc);
      RankGroup all = RankGroup.block(0, placement.ranks());
      RingEmbedding embedding = new RingEmbedder(placement).embed(all, 4);
      assertEquals(new TreeSet<>(INSTANCE.links()), new TreeSet<>(embedding.linkUse().keySet()));
      assertEquals(1, embedding.linkSharing());
    }
  }

  @Test
  void oddChannelsWalkTheEvenChannelBackwards() {
    RankPlacement placement = new RankPlacement(INSTANCE, 2);
    for (int tp : new int[] {4, 8, 16, 32, 64}) {
      RingEmbedding ring = new RingEmbedder(placement).embed(RankGroup.block(0, tp), 2);
      for (int rank : ring.group().ranks()) {
        assertEquals(ring.successor(0, rank), ring.predecessor(1, 1, rank));
      }
    }
  }

  @ParameterizedTest(name = "{0} groups of {1}, LNC={2}")
  @CsvSource({"16,4,2", "8,8,2", "4,16,2", "2,32,2", "1,64,2", "16,8,1", "8,16,1", "2,64,1"})
  void blocksRunAtOnceWithoutSharingLinks(int groups, int tp, int lnc) {
    RankPlacement placement = new RankPlacement(INSTANCE, lnc);
    List<Link> used = new ArrayList<>();
    for (RingEmbedding ring : new RingEmbedder(placement).embedBlocks(tp, groups, 1)) {
      RingLaws.check(ring, placement);
      used.addAll(ring.linkUse().keySet());
    }
    assertEquals(new TreeSet<>(used).size(), used.size());
  }

  @Test
  void groupsFurtherInAreEmbeddedToo() {
    RankPlacement placement = new RankPlacement(INSTANCE, 2);
    RankGroup square = new RankGroup(List.of(20, 21, 24, 25, 36, 37, 40, 41));
    RingEmbedding ring = new RingEmbedder(placement).embed(square, 2);
    RingLaws.check(ring, placement);
    assertEquals(List.of(5, 6, 10, 9), ring.rings().get(0).chips());
  }

  private static Topology machine(int chips) {
    return switch (chips) {
      case 1 -> Topologies.singleChip();
      case 16 -> INSTANCE;
      default -> Topologies.ultraServer();
    };
  }
}

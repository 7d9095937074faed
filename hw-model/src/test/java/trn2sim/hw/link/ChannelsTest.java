package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Topologies;

class ChannelsTest {
  @ParameterizedTest(name = "tp={0} LNC={1}: {2}")
  @CsvSource({
    "2,2,1", "4,2,2", "6,2,1", "8,2,2", "16,2,2", "32,2,2", "48,2,1", "64,2,4", "128,2,4",
    "256,2,1", "4,1,1", "64,1,1", "128,1,1",
  })
  void fineGrainedRule(int tp, int lnc, int channels) {
    assertEquals(channels, Channels.fineGrained(tp, lnc));
  }

  @Test
  void fourChannelsNeedAllChipsOfTheInstance() {
    RankPlacement instance = new RankPlacement(Topologies.instance(), 2);
    assertEquals(4, Channels.limit(instance, RankGroup.block(0, 64)));
    assertEquals(2, Channels.limit(instance, RankGroup.block(0, 60)));
    assertEquals(2, Channels.limit(instance, RankGroup.block(0, 4)));
    RankPlacement ultra = new RankPlacement(Topologies.ultraServer(), 2);
    assertEquals(4, Channels.limit(ultra, RankGroup.block(64, 128)));
    assertEquals(2, Channels.limit(ultra, RankGroup.block(32, 64)));
  }
}

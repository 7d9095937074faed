package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Topologies;

/** Texts a person can review; run with -Dgolden.update=true to rewrite them. */
class LinkGoldenTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "link");

  @ParameterizedTest(name = "tp={0} LNC={1}")
  @CsvSource({"4,2", "8,2", "16,2", "32,2", "64,2", "8,1", "16,1", "64,1"})
  void ringOrders(int tp, int lnc) throws IOException {
    RankPlacement placement = new RankPlacement(Topologies.instance(), lnc);
    int channels = Channels.fineGrained(tp, lnc);
    RingEmbedding ring = new RingEmbedder(placement).embed(RankGroup.block(0, tp), channels);
    compare("ring-tp" + tp + "-lnc" + lnc + ".txt", ring.describe(placement));
  }

  @ParameterizedTest
  @CsvSource({"RING,4", "KANGARING,8", "RDH,8", "MESH,8"})
  void plans(AllGatherAlgorithm algorithm, int tp) throws IOException {
    RankPlacement placement = new RankPlacement(Topologies.instance(), 2);
    AllGatherPlan plan = new AllGatherPlanner(placement).plan(RankGroup.block(0, tp), algorithm);
    compare("plan-" + algorithm + "-tp" + tp + ".txt", PlanText.of(plan));
  }

  @Test
  void cyclesOnTheTorus() throws IOException {
    RankPlacement placement = new RankPlacement(Topologies.instance(), 2);
    RingEmbedding ring = new RingEmbedder(placement).embed(RankGroup.block(0, 64), 4);
    StringBuilder text = new StringBuilder("Where each chip sends, row by row, on each channel.\n");
    for (RingEmbedding.ChannelRing channel : ring.rings()) {
      List<Link> links = channel.links().stream().sorted().toList();
      for (int chip = 0; chip < links.size(); chip++) {
        text.append(chip % 4 == 0 ? "\n" : " ").append(links.get(chip).direction());
      }
      text.append('\n');
    }
    compare("torus-cycles.txt", text.toString());
  }

  private static void compare(String name, String actual) throws IOException {
    Path file = GOLDEN.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, actual);
    }
    assertEquals(Files.readString(file), actual, name);
  }
}

package trn2sim.core.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.resource.Flow.Use;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;

class FlowNetworkTest {
  private static final double FREE = Double.POSITIVE_INFINITY;

  private final Simulation simulation = new Simulation();
  private final FlowNetwork network = new FlowNetwork(simulation);
  private final List<String> ends = new ArrayList<>();

  private static List<Use> over(Channel... channels) {
    List<Use> uses = new ArrayList<>();
    for (Channel channel : channels) {
      uses.add(new Use(channel, 1));
    }
    return uses;
  }

  private Flow start(String name, long bytes, double cap, List<Use> uses) {
    return network.start(bytes, uses, cap, () -> ends.add(name + "@" + simulation.now()));
  }

  private void startAt(long ps, String name, long bytes, List<Use> uses) {
    simulation.at(ps, Phase.ISSUE, name, () -> start(name, bytes, FREE, uses));
  }

  /** While the flows that start at once go on. */
  private void look(Runnable checks) {
    simulation.at(0, Phase.OBSERVE, "look", checks);
  }

  @Test
  void aloneItTakesBytesOverCapacityRoundedUp() {
    Channel channel = new Channel("c", 3);
    start("a", 1000, FREE, over(channel));
    simulation.run();
    assertEquals(List.of("a@334"), ends);
    assertEquals(1000, channel.bytes());
    assertEquals(334, channel.busyPs());
    assertEquals(0, network.activeFlows());
  }

  @Test
  void twoOnOneChannelGetHalfEach() {
    Channel channel = new Channel("c", 1);
    startAt(0, "a", 1000, over(channel));
    startAt(500, "b", 1000, over(channel));
    simulation.run();
    // a: 500 alone, 500 at half rate until 1500; b: 500 by then, the rest alone.
    assertEquals(List.of("a@1500", "b@2000"), ends);
    assertEquals(2000, channel.bytes());
    assertEquals(2000, channel.busyPs());
  }

  @Test
  void flowsThatEndTogetherEndInStartOrder() {
    Channel channel = new Channel("c", 2);
    startAt(0, "a", 1000, over(channel));
    startAt(0, "b", 1000, over(channel));
    simulation.run();
    assertEquals(List.of("a@1000", "b@1000"), ends);
  }

  @Test
  void whatACappedFlowLeavesGoesToTheGreedyOne() {
    Channel channel = new Channel("c", 1);
    Flow capped = start("capped", 1000, 0.25, over(channel));
    Flow greedy = start("greedy", 1500, FREE, over(channel));
    look(
        () -> {
          assertEquals(0.25, capped.rate);
          assertEquals(0.75, greedy.rate);
        });
    simulation.run();
    assertEquals(List.of("greedy@2000", "capped@4000"), ends);
  }

  @Test
  void aWeightMultipliesTheShare() {
    Channel channel = new Channel("c", 4);
    network.start(
        3000, new FlowRoute(over(channel)), FREE, 3, () -> ends.add("heavy@" + simulation.now()));
    start("light", 2000, FREE, over(channel));
    simulation.run();
    // 3 and 1 until 1000, then the other 1000 bytes alone.
    assertEquals(List.of("heavy@1000", "light@1250"), ends);
  }

  @Test
  void aWeightDoesNotLiftACap() {
    Channel channel = new Channel("c", 4);
    network.start(
        500, new FlowRoute(over(channel)), 0.5, 8, () -> ends.add("capped@" + simulation.now()));
    start("light", 7000, FREE, over(channel));
    simulation.run();
    // 3.5 beside it until 1000, then 4.
    assertEquals(List.of("capped@1000", "light@1875"), ends);
  }

  @Test
  void aFlowMayPassAChannelInPart() {
    Channel whole = new Channel("whole", 1);
    Channel half = new Channel("half", 1);
    start("a", 1000, FREE, List.of(new Use(whole, 1), new Use(half, 0.25, 0.5)));
    simulation.run();
    assertEquals(List.of("a@1000"), ends);
    assertEquals(1000, whole.bytes());
    assertEquals(500, half.bytes());
  }

  /** Channels without a common flow do not see each other. */
  @Test
  void strangersDoNotDisturb() {
    Channel one = new Channel("one", 1);
    Channel two = new Channel("two", 1);
    startAt(0, "a", 1000, over(one));
    startAt(333, "b", 100, over(two));
    simulation.run();
    assertEquals(List.of("b@433", "a@1000"), ends);
    assertEquals(100, two.busyPs());
  }

  /** An engine that spends two units on each byte of one flow gives it half the bytes. */
  @Test
  void aByteMayCostMoreOnAChannel() {
    Channel channel = new Channel("c", 4);
    Flow cheap = start("cheap", 2000, FREE, over(channel));
    Flow dear = start("dear", 1000, FREE, List.of(new Use(channel, 2)));
    look(
        () -> {
          assertEquals(2, cheap.rate);
          assertEquals(1, dear.rate);
        });
    simulation.run();
    assertEquals(List.of("cheap@1000", "dear@1000"), ends);
  }

  /**
   * Shares are of what a flow would get alone. x holds three such flows, so each gets a third of 8;
   * y has 16/3 left for claims of 4 and 8, level 4/9; z has 4 - 16/9 left.
   */
  @Test
  void threeChannelsByHand() {
    Channel x = new Channel("x", 8);
    Channel y = new Channel("y", 8);
    Channel z = new Channel("z", 4);
    Flow xy = start("xy", 10_000, FREE, over(x, y));
    Flow x1 = start("x1", 10_000, FREE, over(x));
    Flow x2 = start("x2", 10_000, FREE, over(x));
    Flow yz = start("yz", 10_000, FREE, over(y, z));
    Flow y1 = start("y1", 10_000, FREE, over(y));
    Flow z1 = start("z1", 10_000, FREE, over(z));
    look(
        () -> {
          assertRate(8.0 / 3, xy, x1, x2);
          assertRate(16.0 / 9, yz);
          assertRate(32.0 / 9, y1);
          assertRate(20.0 / 9, z1);
        });
    simulation.run();
    // y1 is the first to end, at ceil(10,000 x 9 / 32).
    assertEquals("y1@2813", ends.get(0));
    assertEquals(30_000, x.bytes());
    assertEquals(30_000, y.bytes());
    assertEquals(20_000, z.bytes());
  }

  private static void assertRate(double expected, Flow... flows) {
    for (Flow flow : flows) {
      assertEquals(expected, flow.rate, 1e-12);
    }
  }

  @Test
  void aFlowWithoutChannelsGoesAtItsCap() {
    start("free", 1000, 4, List.of());
    simulation.run();
    assertEquals(List.of("free@250"), ends);
  }

  /** A flow that starts when another ends sees the capacity the other gave back. */
  @Test
  void theEndOfOneMayStartTheNext() {
    Channel channel = new Channel("c", 1);
    network.start(500, over(channel), FREE, () -> start("second", 500, FREE, over(channel)));
    simulation.run();
    assertEquals(List.of("second@1000"), ends);
    assertEquals(1000, channel.busyPs());
  }

  @Test
  void nonsenseIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Channel("c", 0));
    assertThrows(IllegalArgumentException.class, () -> new Channel("c", Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> start("a", 0, FREE, List.of()));
  }
}

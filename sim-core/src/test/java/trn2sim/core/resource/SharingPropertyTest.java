package trn2sim.core.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import trn2sim.core.resource.Flow.Use;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;

/** Laws of max-min fairness on random networks, checked against their definition. */
class SharingPropertyTest {
  private static final double CLOSE = 1e-9;

  /**
   * A flow over the channels whose bits are set in {@code path}.
   *
   * @param cap a percentage of what the flow could get alone; above 100, no cap
   */
  record Plan(int path, int startPs, int bytes, int cap, int unitsPerByte) {}

  @Provide
  Arbitrary<List<Plan>> plans() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 31),
            Arbitraries.integers().between(0, 3000),
            Arbitraries.integers().between(1, 20_000),
            Arbitraries.integers().between(10, 150),
            Arbitraries.integers().between(1, 3))
        .as(Plan::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(10);
  }

  private static final class World {
    final Simulation simulation;
    final FlowNetwork network;
    final List<Channel> channels = new ArrayList<>();
    final List<Flow> open = new ArrayList<>();
    final List<String> ends = new ArrayList<>();
    final List<Flow> all = new ArrayList<>();

    World(EventListKind list) {
      simulation = new Simulation(list, RunLimits.DEFAULT);
      network = new FlowNetwork(simulation);
      for (int i = 0; i < 5; i++) {
        channels.add(new Channel("c" + i, 1 + 0.7 * i));
      }
    }

    void start(int number, Plan plan) {
      List<Use> uses = new ArrayList<>();
      double alone = Double.POSITIVE_INFINITY;
      for (int i = 0; i < channels.size(); i++) {
        if ((plan.path >> i & 1) == 1) {
          uses.add(new Use(channels.get(i), plan.unitsPerByte, 1));
          alone = Math.min(alone, channels.get(i).capacity() / plan.unitsPerByte);
        }
      }
      double cap = plan.cap > 100 ? Double.POSITIVE_INFINITY : alone * plan.cap / 100;
      Flow[] flow = new Flow[1];
      flow[0] = network.start(plan.bytes, uses, cap, () -> end(number, flow[0]));
      open.add(flow[0]);
      all.add(flow[0]);
    }

    private void end(int number, Flow flow) {
      open.remove(flow);
      ends.add(number + "@" + simulation.now());
    }

    void run(List<Plan> plans, Runnable look) {
      for (int i = 0; i < plans.size(); i++) {
        int number = i;
        Plan plan = plans.get(i);
        simulation.at(plan.startPs, Phase.ISSUE, "start", () -> start(number, plan));
        simulation.at(plan.startPs, Phase.OBSERVE, "look", look);
      }
      simulation.run();
    }

    double load(Channel channel) {
      double load = 0;
      for (Flow flow : open) {
        for (int i = 0; i < flow.route.channels.length; i++) {
          boolean passes = flow.route.channels[i] == channel;
          load += passes ? flow.route.unitsPerByte[i] * flow.rate : 0;
        }
      }
      return load;
    }

    boolean isFull(Channel channel) {
      return load(channel) >= channel.capacity() * (1 - CLOSE);
    }

    /** The flow has the largest share on a full channel, or is at its cap. */
    boolean hasBottleneck(Flow flow) {
      if (flow.rate >= flow.capPerPs * (1 - CLOSE)) {
        return true;
      }
      double share = flow.rate / flow.fairPerPs;
      return Arrays.stream(flow.route.channels)
          .filter(this::isFull)
          .anyMatch(
              channel ->
                  channel.flows.stream()
                      .allMatch(other -> other.rate / other.fairPerPs <= share * (1 + CLOSE)));
    }
  }

  @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
  void noChannelIsOverfullAndEveryFlowHasABottleneck(@ForAll("plans") List<Plan> plans) {
    World world = new World(EventListKind.SPLAY_TREE);
    world.run(
        plans,
        () -> {
          for (Channel channel : world.channels) {
            assertTrue(world.load(channel) <= channel.capacity() * (1 + CLOSE));
          }
          for (Flow flow : world.open) {
            assertTrue(flow.rate > 0 && flow.rate <= flow.capPerPs * (1 + CLOSE));
            assertTrue(world.hasBottleneck(flow));
          }
        });
    assertEquals(plans.size(), world.ends.size());
  }

  @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
  void bytesAreConservedAndNothingBeatsCapacity(@ForAll("plans") List<Plan> plans) {
    World world = new World(EventListKind.SPLAY_TREE);
    world.run(plans, () -> {});
    assertEquals(0, world.network.activeFlows());
    for (int i = 0; i < world.channels.size(); i++) {
      Channel channel = world.channels.get(i);
      long bytes = 0;
      long units = 0;
      for (Plan plan : plans) {
        boolean uses = (plan.path >> i & 1) == 1;
        bytes += uses ? plan.bytes : 0;
        units += uses ? (long) plan.bytes * plan.unitsPerByte : 0;
      }
      assertEquals(bytes, channel.bytes());
      assertTrue(channel.busyPs() >= (long) (units / channel.capacity()));
    }
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void everyEventListEndsEveryFlowAtTheSamePicosecond(@ForAll("plans") List<Plan> plans) {
    World reference = new World(EventListKind.SPLAY_TREE);
    reference.run(plans, () -> {});
    for (EventListKind list : EventListKind.values()) {
      World world = new World(list);
      world.run(plans, () -> {});
      assertEquals(reference.ends, world.ends);
    }
  }
}

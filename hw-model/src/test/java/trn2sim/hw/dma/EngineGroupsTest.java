package trn2sim.hw.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;

class EngineGroupsTest {
  private static final int ENGINES = 8;

  private static List<Integer> leaders(EngineGroups groups) {
    return IntStream.range(0, groups.engines()).map(groups::leader).boxed().toList();
  }

  @Test
  void loadsThatDifferPartEnginesForGood() {
    EngineGroups groups = new EngineGroups(6);
    assertEquals(List.of(0, 0, 0, 0, 0, 0), leaders(groups));
    groups.part(new long[] {7, 7, 7, 0, 0, 0});
    groups.part(new long[] {5, 5, 5, 5, 5, 5});
    assertEquals(List.of(0, 0, 0, 3, 3, 3), leaders(groups));
    groups.part(new long[] {1, 2, 1, 2, 1, 2});
    assertEquals(List.of(0, 1, 0, 3, 4, 3), leaders(groups));
  }

  /** Times and what each engine carried do not depend on whether alike engines share a channel. */
  @Property(tries = 200)
  void groupsChangeNothing(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 9) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 4) int kinds) {
    EngineGroups alike = new EngineGroups(ENGINES);
    List<Transfer> transfers = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      transfers.add(transfer(i, sizes.get(i), i % kinds + 1));
      alike.part(transfers.get(i).enginePs());
    }
    EngineGroups apart = new EngineGroups(ENGINES);
    apart.part(LongStream.range(0, ENGINES).toArray());
    assertEquals(run(apart, transfers), run(alike, transfers));
  }

  /** Loads the first engines more than the others, and those of every third transfer alone. */
  private static Transfer transfer(int number, int size, int kind) {
    long[] loads = new long[ENGINES];
    Arrays.fill(loads, number % 3 == 2 ? 0 : 100L * size);
    Arrays.fill(loads, 0, kind, 100L * size + 37);
    Transfer.Queue queue = Transfer.Queue.values()[number % 3];
    return new Transfer(
        queue, 977L * size, ENGINES, loads, 0, 10, 0, 20, 0, 0, 5, 977L * size, 977L * size);
  }

  private static List<String> run(EngineGroups groups, List<Transfer> transfers) {
    Simulation simulation = new Simulation();
    FlowNetwork network = new FlowNetwork(simulation);
    DmaEngines engines = new DmaEngines("core", groups, new Channel("hbm", 2.5), 9);
    List<String> seen = new ArrayList<>();
    List<DmaQueue> queues =
        IntStream.range(0, 3)
            .mapToObj(
                queue ->
                    new DmaQueue(
                        simulation,
                        network,
                        engines,
                        Jitter.NONE,
                        4,
                        (task, start, end, done) -> seen.add(task + " " + start + " " + end)))
            .toList();
    for (int i = 0; i < transfers.size(); i++) {
      int task = i;
      Transfer transfer = transfers.get(i);
      DmaQueue queue = queues.get(transfer.queue().ordinal());
      long at = 50L * i;
      simulation.at(at, Phase.ISSUE, "submit", () -> queue.submit(task, transfer, at));
    }
    simulation.run();
    engines
        .engines()
        .forEach(e -> seen.add(e.name() + e.channel().bytes() + " " + e.channel().busyPs()));
    return seen;
  }
}

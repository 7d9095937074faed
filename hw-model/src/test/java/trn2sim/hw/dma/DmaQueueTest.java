package trn2sim.hw.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;

class DmaQueueTest {
  private static final int ENGINES = 4;

  /** Engines of their own: at once. A shared one: in order, and nothing overtakes on it. */
  @Test
  void payloadsFollowOneAnotherOnTheEnginesThatTheyShare() {
    assertEquals(
        Map.of(0, "0 100", 1, "0 300", 2, "300 400", 3, "400 500", 4, "0 200"),
        run(
            List.of(
                load(100, 0, 0, 0),
                load(0, 300, 0, 0),
                load(100, 100, 0, 0),
                load(100, 0, 0, 0),
                load(0, 0, 200, 200))));
  }

  @Test
  void payloadsOfAllEnginesFollowOneAnother() {
    assertEquals(
        Map.of(0, "0 100", 1, "100 150", 2, "150 250"),
        run(List.of(load(100, 100, 100, 100), load(50, 50, 50, 50), load(100, 0, 0, 0))));
  }

  private static long[] load(long... enginePs) {
    return enginePs;
  }

  private static Map<Integer, String> run(List<long[]> loads) {
    EngineGroups groups = new EngineGroups(ENGINES);
    loads.forEach(groups::part);
    Simulation simulation = new Simulation();
    Map<Integer, String> seen = new TreeMap<>();
    DmaQueue queue =
        new DmaQueue(
            simulation,
            new FlowNetwork(simulation),
            new DmaEngines("core", groups, new Channel("hbm", 1e6), 1e6),
            Jitter.NONE,
            4,
            (task, start, end, done) -> seen.put(task, start + " " + end));
    simulation.at(
        0,
        Phase.ISSUE,
        "submit",
        () -> {
          for (int i = 0; i < loads.size(); i++) {
            queue.submit(i, transfer(loads.get(i)), 0);
          }
        });
    simulation.run();
    return seen;
  }

  private static Transfer transfer(long[] enginePs) {
    return new Transfer(
        Transfer.Queue.SYNC_LOAD, 1000, ENGINES, enginePs, 0, 0, 0, 0, 0, 0, 0, 1000, 1000);
  }
}

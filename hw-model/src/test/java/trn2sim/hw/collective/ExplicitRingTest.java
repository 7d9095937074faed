package trn2sim.hw.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Topologies;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.link.RankGroup;
import trn2sim.hw.link.RankPlacement;
import trn2sim.hw.link.Router;
import trn2sim.hw.link.Topology;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

class ExplicitRingTest {
  private static List<Integer> ring(String pairs, Integer... ranks) {
    return ring(Topologies.instance(), pairs, ranks);
  }

  private static List<Integer> ring(Topology topology, String pairs, Integer... ranks) {
    RankPlacement placement = new RankPlacement(topology, 2);
    Communicator communicator =
        new Communicator(
            placement,
            new Router(topology),
            List.of(new RankGroup(List.of(ranks))),
            List.of(),
            List.of());
    Buffer buffer = new Buffer(0, "b", "b", MemorySpace.HBM, Buffer.Role.SCRATCH, DType.FP32, 1, 8);
    CollectivePermute permute =
        new CollectivePermute(
            buffer.all(), buffer.all(), 0, new Partners.Pairs(parse(pairs)), List.of());
    return communicator.ring(permute, placement.leadCore(ranks[0])).ranks();
  }

  private static List<Partners.Pair> parse(String pairs) {
    return Arrays.stream(pairs.split(" "))
        .map(pair -> pair.split(">"))
        .map(ends -> new Partners.Pair(Integer.parseInt(ends[0]), Integer.parseInt(ends[1])))
        .toList();
  }

  @Test
  void followsThePairs() {
    assertEquals(List.of(0, 4, 2, 6), ring("0>2 2>1 1>3 3>0", 0, 1, 2, 3));
  }

  @Test
  void severalRingsAreOneForEachMember() {
    assertEquals(List.of(0, 2), ring("0>1 1>0 2>3 3>2", 0, 1, 2, 3));
    assertEquals(List.of(0), ring("0>0 1>2 2>1 3>3", 0, 1, 2, 3));
  }

  @ParameterizedTest
  @CsvSource({"0>1 1>2 2>3 3>1", "0>1 1>2 2>0", "0>1 0>2 1>0 2>3"})
  void membersThatDoNotSendAndReceiveOnceAreRefused(String pairs) {
    var e = assertThrows(IllegalArgumentException.class, () -> ring(pairs, 0, 1, 2, 3));
    String expected = "expected pairs in which each of the 4 members sends once and receives once";
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  @Test
  void ranksTwoChipsApartAreRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> ring("0>1 1>0", 0, 8));
    assertEquals(
        "found rank 0 sending to 8, which is 2 chips away,"
            + " expected a rank on the same or a neighbouring chip",
        e.getMessage());
  }

  /** Any chip is one switch away. */
  @Test
  void switchesJoinAllChips() {
    Topology switched = Topology.of(DeviceParameters.load("trn3").neuron().chip());
    assertEquals(List.of(0, 16), ring(switched, "0>1 1>0", 0, 8));
  }
}

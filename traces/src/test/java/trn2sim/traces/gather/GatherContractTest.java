package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.core.program.Process;
import trn2sim.core.sim.EventListKind;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.collective.LinkTraffic;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.analysis.LowerBounds;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;

/** What holds in every run of a gathering kernel. */
class GatherContractTest {
  static List<String> scenarios() {
    return GatherRuns.SMALL;
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void everyRankEndsWithTheRightData(String text) {
    RunResult result = GatherRuns.once(text + "run: { mode: both, data: integers }\n");
    assertEquals(
        result.scenario().ranks().tp(), result.verdicts().size(), "every rank is compared");
    assertTrue(result.passed());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void neitherEventListNorModeChangesTheTimeline(String text) {
    Set<String> digests = new HashSet<>();
    for (EventListKind list : EventListKind.values()) {
      ScenarioRunner runner = new ScenarioRunner(list, 1);
      digests.add(runner.runOnce(GatherRuns.scenario(text)).timeline().digest());
    }
    digests.add(GatherRuns.once(text + "run: { mode: functional }\n").timeline().digest());
    assertEquals(1, digests.size());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void theTotalLiesBetweenTheBoundsAndTheParts(String text) {
    RunResult result = GatherRuns.run(text);
    long total = result.timeline().endPs();
    for (Map.Entry<String, Long> bound : LowerBounds.of(result).entrySet()) {
      assertTrue(bound.getValue() <= total, () -> bound + " > " + total);
    }
    if (result.views().isPresent()) {
      ViewTimes views = result.views().get();
      assertTrue(
          views.ps(View.COMPUTE_ONLY) <= total && views.ps(View.COMM_ONLY) <= total,
          views::toString);
      assertTrue(total <= views.ps(View.COMPUTE_ONLY) + views.ps(View.COMM_ONLY), views::toString);
    }
  }

  /** A pair has the rate of a channel; in larger groups a core's channels share another. */
  @ParameterizedTest
  @CsvSource({"2, 1, 104.4", "8, 1, 66", "4, 2, 99"})
  void anAllGatherOnOneChipHasABoundToo(int ranks, int lnc, double gbps) {
    String text = GatherRuns.text("allgather_sb2sb", "H: 128, W: 512", ranks, lnc, "");
    RunResult result = GatherRuns.once(text);
    assertTrue(result.traffic().links().isEmpty());
    long bytes = (ranks - 1L) * 128 * 512 * 2;
    assertEquals((long) Math.ceil(bytes / gbps * 1e3), LowerBounds.of(result).get("link"));
  }

  /** Each channel of each core sends one fragment less than there are ranks. */
  @ParameterizedTest
  @MethodSource("scenarios")
  void everyChannelOfARingSendsAllFragmentsButOne(String text) {
    RunResult result = GatherRuns.once(text);
    int tp = result.scenario().ranks().tp();
    for (Process process : result.processes()) {
      NeuronCore core = result.neuron().orElseThrow().machine().core(process);
      for (List<Fabric.Payload> channel : core.collectivePayloads()) {
        boolean ring =
            !channel.isEmpty()
                && core.assembly().instruction(channel.get(0).task()) instanceof CollectivePermute;
        assertTrue(!ring || channel.size() == tp - 1, process.name());
      }
    }
  }

  /** Two rings over four chips, both cores of a rank: 2 x 15 fragments of [16 x 256] bf16. */
  @Test
  void linksOfAFusedRingCarryTheFragments() {
    RunResult result = GatherRuns.once(GatherRuns.fgcc("m: 64, K: 256, N: 256", 16, 2, ""));
    assertEquals(
        8, result.neuron().orElseThrow().machine().links().size(), "four chips, both directions");
    long fragment = 16 * 256 * 2;
    result
        .neuron()
        .orElseThrow()
        .machine()
        .links()
        .forEach(link -> assertEquals(2 * 15 * fragment, link.bytes()));
    LinkTraffic traffic =
        new LinkTraffic(
            result.neuron().orElseThrow().launch().communicator().orElseThrow(),
            result.neuron().orElseThrow().launch().roles());
    assertEquals(8, traffic.bytes().size());
    traffic.bytes().values().forEach(bytes -> assertEquals(2 * 15 * fragment, bytes));
  }

  /** A ring of one chip uses no link. */
  @Test
  void aRingOnOneChipUsesNoLink() {
    assertTrue(GatherRuns.once(GatherRuns.SMALL.get(0)).traffic().links().isEmpty());
  }
}

package trn2sim.traces.machines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.timeline.Track;
import trn2sim.hw.spec.NeuronSpec;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.traces.Golden;
import trn2sim.traces.Runs;
import trn2sim.traces.analysis.Awaited;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.export.ScenarioJson;
import trn2sim.traces.export.TimelineText;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;

/** Scenarios of the other machines, from the file to the result. */
class MachineRunTest {
  private static final String ASCEND =
      "name: ascend\ndevice: ascend-910b1\nkernel: ascend_allgather_gemm\n"
          + "shape: { M: 256, K: 448, N: 128 }\ndtype: fp16\nranks: { tp: 2 }\n"
          + "options: { base_m: 32, base_n: 64 }\n";
  private static final String GEMM =
      "name: gemm\ndevice: ascend-910b1\nkernel: ascend_gemm\n"
          + "shape: { M: 512, K: 256, N: 1536 }\ndtype: fp16\n";
  private static final String HELION =
      "name: helion\ndevice: h100x8\nkernel: helion_all_gather_matmul\n"
          + "shape: { m: 128, K: 128, n: 192 }\nranks: { tp: 4 }\n"
          + "options: { splits_per_rank: 2, tile_m: 32, tile_n: 64, tile_k: 16 }\n";
  private static final String H200 =
      "name: h200\ndevice: h200-pcie\nkernel: helion_all_gather_matmul\n"
          + "shape: { M: 512, K: 256, n: 512 }\nranks: { tp: 4 }\n"
          + "options: { tile_order: n_fastest, own_shard: resident }\n";
  private static final String INTEGERS = "run: { mode: both, data: integers }\n";

  static List<String> scenarios() {
    return List.of(ASCEND, GEMM, HELION, H200);
  }

  @Test
  void everyKernelIsAmongThem() {
    TreeSet<String> used = new TreeSet<>();
    scenarios().forEach(text -> used.add(Runs.scenario(text).kernel().name()));
    TreeSet<String> known = new TreeSet<>();
    Kernels.ALL.kernels().stream()
        .filter(kernel -> !kernel.deviceKind().equals(NeuronSpec.KIND))
        .map(Kernel::name)
        .forEach(known::add);
    assertEquals(known, used);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void eventListsAndModesGiveTheSameRun(String text) {
    RunResult usual = Runs.run(text);
    for (EventListKind list : EventListKind.values()) {
      RunResult again = new ScenarioRunner(list, 1).run(Runs.scenario(text));
      assertEquals(usual.timeline().digest(), again.timeline().digest(), list + "");
      assertEquals(usual.views(), again.views());
    }
    for (int threads = 1; threads <= 2; threads++) {
      ScenarioRunner runner = new ScenarioRunner(EventListKind.SPLAY_TREE, threads);
      RunResult computed = runner.run(Runs.scenario(text + INTEGERS));
      assertEquals(usual.timeline().digest(), computed.timeline().digest());
      assertTrue(computed.passed() && !computed.verdicts().isEmpty(), text);
    }
  }

  /** A launch keeps the host from calling copies; neither part alone shows that. */
  @Test
  void launchingComputeFirstCostsTheHostsReturn() {
    String text =
        H200.replace("M: 512, K: 256, n: 512", "M: 1024, K: 4096, n: 512")
            .replace("options: {", "options: { launch_first: compute,");
    long returnPs = 30_000_000;
    long late = beyondItsParts(text);
    assertTrue(late > 0 && late < returnPs, "late by " + late + " ps");
    assertTrue(beyondItsParts(text + "overrides: { host.kernel_return: 0 ns }\n") < 0);
  }

  private static long beyondItsParts(String text) {
    ViewTimes times = Runs.run(text).views().orElseThrow();
    return times.ps(View.TOTAL) - times.ps(View.COMPUTE_ONLY) - times.ps(View.COMM_ONLY);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void integerSumsAreExact(String text) {
    for (RankVerdict verdict : Runs.run(text + INTEGERS).verdicts()) {
      boolean rounded = text.contains("helion");
      assertTrue(verdict.passed() && (rounded || verdict.maxAbsErr() == 0), verdict.toString());
    }
  }

  /** With so little to do, the host returns from its calls after the device is done. */
  @ParameterizedTest
  @MethodSource("scenarios")
  void anEnginesRowAddsUpToTheTimeOfItsRank(String text) {
    RunResult run = Runs.run(text);
    for (EngineUse use : EngineUse.engines(run)) {
      int rank = Integer.parseInt(use.core().replaceFirst("^[^\\[]*\\[(\\d+).*", "$1"));
      assertEquals(run.outcome().rankPs().get(rank), use.wholePs(), use.toString());
    }
    boolean hostIsLast = run.timeline().endPs() > run.totalPs();
    assertTrue(hostIsLast || !text.equals(H200), "the host should be last");
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void resultHasWhatAppliesAndNothingElse(String text) {
    RunResult run = Runs.run(text);
    JsonObject json = ResultJson.of(Findings.of(run));
    for (String there : List.of("time_us.total", "rank_us.0.total", "mfu", "bounds_us.hbm")) {
      assertTrue(json.find(there).isPresent(), there);
    }
    for (String not : List.of("path", "gap_us", "ring_steps", "time_us.launch", "probe")) {
      assertTrue(json.find(not).isEmpty(), not);
    }
    boolean parts = run.scenario().ranks().tp() > 1;
    for (String part : List.of("speedup", "exposed_comm_us", "links", "bounds_us.link")) {
      assertEquals(parts, json.find(part).isPresent(), part);
    }
    assertTrue(((Number) json.find("mfu").orElseThrow()).doubleValue() < 1);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void scenarioOfAResultRunsAgain(String text) {
    String again = Json.pretty(ScenarioJson.of(Runs.scenario(text)));
    assertEquals(ScenarioJson.key(Runs.scenario(text)), ScenarioJson.key(Runs.scenario(again)));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void criticalPathIsAsLongAsTheLastRank(String text) {
    RunResult run = Runs.run(text);
    long last = run.outcome().rankPs().stream().mapToLong(Long::longValue).max().orElse(0);
    List<CriticalPath.Share> path = CriticalPath.of(run).shares();
    assertEquals(last, path.stream().mapToLong(CriticalPath.Share::ps).sum());
    assertTrue(path.stream().noneMatch(share -> share.resource().contains("[")), path.toString());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void whatABarWaitedForBeganBeforeIt(String text) {
    RunResult run = Runs.run(text);
    Awaited awaited = new Awaited(run);
    List<Track> tracks = run.timeline().tracks();
    long[] starts =
        tracks.stream()
            .flatMapToLong(track -> IntStream.range(0, track.size()).mapToLong(track::startPs))
            .toArray();
    for (int t = 0; t < tracks.size(); t++) {
      for (int bar = 0; bar < tracks.get(t).size(); bar++) {
        int before = awaited.of(t, bar);
        assertTrue(before < 0 || starts[before] <= tracks.get(t).startPs(bar));
      }
    }
  }

  /** The link is not where the time goes when it is fast, and it is when it is slow. */
  @Test
  void criticalPathFollowsTheLink() {
    String slow = "overrides: { mesh.pair_bandwidth: 1 GB/s }\n";
    assertEquals("Link", CriticalPath.of(Runs.run(ASCEND + slow)).shares().get(0).resource());
    String fast = "overrides: { mesh.pair_bandwidth: 10 TB/s }\n";
    CriticalPath.of(Runs.run(ASCEND + fast))
        .shares()
        .forEach(s -> assertFalse(s.resource().equals("Link") && s.ps() > 2_000_000, s + ""));
  }

  @Test
  void timesAreMeansOverRanks() {
    RunResult run = Runs.run(ASCEND);
    List<Long> ranks = run.views().orElseThrow().rankPs().get(View.SEQUENTIAL);
    assertEquals(2, ranks.size());
    long mean = run.views().get().ps(View.SEQUENTIAL);
    assertEquals((ranks.get(0) + ranks.get(1) + 1) / 2, mean);
  }

  @Test
  void manyEqualRowsAreShownByAFew() {
    RunResult run = Runs.run(H200.replace("n: 512", "n: 8192"));
    assertTrue(run.timeline().tracks().size() > 100);
    assertEquals(6, RowSample.of(run).size(), "host, two streams and three SMs");
  }

  @Test
  void smallRunsInFull() {
    Golden.check("helion.txt", TimelineText.of(Runs.run(H200), 4));
    String ascend = Json.pretty(ResultJson.of(Findings.of(Runs.run(ASCEND))));
    String digest = "\"digest\": \"[0-9a-f]{16}\"";
    Golden.check("ascend.json", ascend.replaceAll(digest, "\"digest\": \"(16 digits)\""));
  }
}

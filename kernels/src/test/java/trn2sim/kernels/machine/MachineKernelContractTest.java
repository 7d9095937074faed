package trn2sim.kernels.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.NeuronSpec;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.RunSetup;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.ascend.AscendAllGatherGemm;
import trn2sim.kernels.ascend.AscendGemm;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.kernels.functional.DataKind;
import trn2sim.kernels.functional.FunctionalRun;
import trn2sim.kernels.functional.FunctionalSettings;
import trn2sim.kernels.helion.HelionKernel;

/** What holds for every kernel of another machine, in every view. */
class MachineKernelContractTest {
  private static final int THREADS = 2;
  private static final long SEED = 19;
  private static final String SMALL = "base_m=32 base_n=64";
  private static final String TILES = "tile_m=32 tile_n=64 tile_k=16";

  record Case(Kernel kernel, String device, int ranks, String shape, String options) {
    Execution prepare() {
      return Scenarios.prepare(kernel, DeviceParameters.load(device), ranks, shape, options);
    }
  }

  static List<Case> cases() {
    Kernel ascend = new AscendAllGatherGemm();
    Kernel helion = new HelionKernel();
    String pcie = "tile_order=n_fastest own_shard=resident";
    return List.of(
        new Case(ascend, "ascend-910b1", 2, "M=256 K=448 N=128", SMALL),
        new Case(ascend, "ascend-910b1", 4, "M=256 K=384 N=64", SMALL + " comm_blocks=6"),
        new Case(ascend, "ascend-910b1", 2, "M=512 K=320 N=128", SMALL + " interleave_chunks=true"),
        new Case(ascend, "ascend-910b1", 2, "M=256 K=192 N=192", SMALL + " tile_scheduling=true"),
        new Case(ascend, "ascend-910b1", 4, "M=256 K=128 N=128", SMALL + " rotate_ranks=true"),
        new Case(
            ascend,
            "ascend-910b1",
            2,
            "M=1088 K=128 N=64",
            "base_m=16 base_n=64 compute_blocks=30 comm_blocks=60"),
        new Case(ascend, "ascend-910b1", 1, "M=256 K=256 N=256", ""),
        new Case(new AscendGemm(), "ascend-910b1", 1, "M=512 K=256 N=1536", ""),
        new Case(helion, "h100x8", 4, "m=128 K=128 n=192", TILES + " splits_per_rank=2"),
        new Case(
            helion,
            "h100x8",
            2,
            "M=128 K=80 n=128",
            TILES + " tile_order=rotated own_shard=resident"),
        new Case(
            helion,
            "h100x8",
            8,
            "m=64 K=64 n=128",
            TILES + " persistent=true launch_first=compute"),
        new Case(helion, "h200-pcie", 4, "M=512 K=256 n=256", pcie),
        new Case(helion, "h200-pcie", 2, "M=256 K=256 n=256", pcie + " spin_wait=yields"));
  }

  @Test
  void everyKernelHasACase() {
    TreeSet<String> named = new TreeSet<>();
    cases().forEach(c -> named.add(c.kernel().name()));
    TreeSet<String> known = new TreeSet<>();
    Kernels.ALL.kernels().stream()
        .filter(kernel -> !kernel.deviceKind().equals(NeuronSpec.KIND))
        .map(Kernel::name)
        .forEach(known::add);
    assertEquals(known, named);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyListOfEventsGivesTheSameTimeline(Case c) {
    Execution execution = c.prepare();
    String expected = execution.run(new RunSetup(View.TOTAL, new Simulation())).timeline().digest();
    for (EventListKind kind : EventListKind.values()) {
      Simulation simulation = new Simulation(kind, RunLimits.DEFAULT);
      assertEquals(
          expected,
          execution.run(new RunSetup(View.TOTAL, simulation)).timeline().digest(),
          kind + "");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void integersGiveExactProducts(Case c) {
    Execution execution = c.prepare();
    for (RankVerdict verdict : verify(execution, View.TOTAL, DataKind.INTEGERS)) {
      assertTrue(verdict.passed(), c + ": " + verdict);
      // A bf16 result is the exact sum rounded once, so only fp32 results have no error.
      assertTrue(c.kernel().deviceKind().equals("gpu") || verdict.maxAbsErr() == 0, c.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9})
  void normalValuesStayWithinRoundingInEveryViewThatComputes(int number) {
    Execution execution = cases().get(number).prepare();
    for (View view : List.of(View.TOTAL, View.COMPUTE_ONLY, View.SEQUENTIAL)) {
      for (RankVerdict verdict : verify(execution, view, DataKind.NORMAL)) {
        assertTrue(verdict.passed(), view + ": " + verdict);
      }
    }
  }

  private static List<RankVerdict> verify(Execution execution, View view, DataKind data) {
    FunctionalRun functional = functional(execution, data);
    Outcome outcome = execution.run(new RunSetup(view, new Simulation(), functional));
    return functional.verify(outcome.effects(), outcome.ranks());
  }

  private static FunctionalRun functional(Execution execution, DataKind data) {
    Problem problem = execution.work().problem().orElseThrow();
    return new FunctionalRun(problem, new FunctionalSettings(data, SEED), THREADS);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void overlapLiesBetweenThePartsAndTheirSum(Case c) {
    Execution execution = c.prepare();
    Map<View, List<Long>> ranks = new EnumMap<>(View.class);
    execution
        .views()
        .forEach(v -> ranks.put(v, execution.run(new RunSetup(v, new Simulation())).rankPs()));
    ViewTimes times = new ViewTimes(ranks);
    double peak = execution.work().flopsPerRank() / execution.work().peakFlopsPerRank() * 1e12;
    assertTrue(times.ps(View.TOTAL) > peak, "faster than the tensor cores");
    if (times.has(View.SEQUENTIAL)) {
      assertTrue(times.ps(View.TOTAL) >= times.ps(View.COMPUTE_ONLY));
      assertTrue(times.ps(View.SEQUENTIAL) >= times.ps(View.COMM_ONLY));
      assertTrue(times.overlapEfficiency() >= 0);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyBarHasALabel(Case c) {
    Outcome outcome = c.prepare().run(new RunSetup(View.TOTAL, new Simulation()));
    outcome
        .timeline()
        .tracks()
        .forEach(
            track -> {
              for (int bar = 0; bar < track.size(); bar++) {
                assertTrue(!outcome.label(track.process(), track.task(bar)).isEmpty());
              }
            });
  }

  /** Passes on everything but the last put, which a run without it has counted. */
  private static final class LastLost implements Runner.Listener {
    private final Runner.Listener target;
    private int puts;

    LastLost(Runner.Listener target, int puts) {
      this.target = target;
      this.puts = puts;
    }

    @Override
    public void settled(Process process, int task) {
      boolean put = process.processor().describe(task).startsWith("put ");
      if (!put || --puts != 0) {
        target.settled(process, task);
      }
    }

    @Override
    public void performed(Process process, int part) {
      target.performed(process, part);
    }
  }

  /** A replay without the last arrival must fail: receive buffers start as NaN. */
  @Test
  void aMissingArrivalShows() {
    Execution execution = cases().get(0).prepare();
    LastLost counter = new LastLost((process, task) -> {}, 0);
    execution.run(new RunSetup(View.TOTAL, new Simulation(), counter));
    FunctionalRun functional = functional(execution, DataKind.INTEGERS);
    LastLost faulty = new LastLost(functional, -counter.puts);
    Outcome outcome = execution.run(new RunSetup(View.TOTAL, new Simulation(), faulty));
    List<RankVerdict> verdicts = functional.verify(outcome.effects(), outcome.ranks());
    assertTrue(verdicts.stream().anyMatch(verdict -> !verdict.passed()));
  }
}

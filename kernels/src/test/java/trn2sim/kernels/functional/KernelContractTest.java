package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.core.sim.EventListKind;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.ScalarTileMath;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;
import trn2sim.kernels.race.RaceDetector;

/** What every kernel of the catalog promises, whatever it computes. */
class KernelContractTest {
  private static final int THREADS = 2;
  private static final long SEED = 7;

  static List<Case> cases() {
    return Case.BOTH_ORDERS;
  }

  static Stream<Case> computing() {
    return Case.BOTH_ORDERS.stream().filter(c -> c.launch().problem().isPresent());
  }

  @Test
  void everyKernelHasACase() {
    TreeSet<String> named = new TreeSet<>();
    Case.ALL.forEach(c -> named.add(c.kernel()));
    TreeSet<String> known = new TreeSet<>();
    Kernels.ALL.kernels().stream()
        .filter(ScriptKernel.class::isInstance)
        .map(Kernel::name)
        .forEach(known::add);
    assertEquals(known, named);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theTimelineIsTheSameWhateverTheEventList(Case c) {
    String digest = TimedRun.of(c.launch()).digest();
    for (EventListKind list : EventListKind.values()) {
      TimedRun again = TimedRun.of(c.launch(), list, (process, task) -> {});
      assertEquals(digest, again.digest(), list.name());
    }
  }

  private static List<FunctionalSettings> settings() {
    return Stream.of(DataKind.values())
        .flatMap(
            data ->
                Stream.of(RoundingMode.values())
                    .map(mode -> new FunctionalSettings(data, mode, SEED)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("computing")
  void theResultIsRightAndTimingDoesNotSeeIt(Case c) {
    String digest = TimedRun.of(c.launch()).digest();
    for (FunctionalSettings settings : settings()) {
      Launch launch = c.launch();
      FunctionalRun functional =
          new FunctionalRun(launch.problem().orElseThrow(), settings, THREADS);
      RaceDetector races = new RaceDetector(launch);
      assertEquals(digest, TimedRun.of(launch, functional.and(races)).digest());
      races.finish();
      List<RankVerdict> verdicts = functional.verify(launch.effects(), ranks(launch));
      assertEquals(c.tp(), verdicts.size());
      verdicts.forEach(verdict -> assertTrue(verdict.passed(), verdict.toString()));
    }
  }

  /** Those that the scalar arithmetic computes in a moment. */
  static Stream<Case> small() {
    return computing().filter(c -> c.launch().flopsPerRank() * c.tp() < 140e6);
  }

  @ParameterizedTest
  @MethodSource("small")
  void scalarAndVectorArithmeticGiveTheSameBits(Case c) {
    Launch launch = c.launch();
    CompletionLog log = new CompletionLog();
    TimedRun.of(launch, log);
    for (RoundingMode mode : RoundingMode.values()) {
      FunctionalSettings settings = new FunctionalSettings(DataKind.NORMAL, mode, SEED);
      TileMath one = new ScalarTileMath(Rounding.NEAREST_EVEN);
      Map<Integer, Tile> scalar = outputs(launch, log, settings, one, 1);
      Map<Integer, Tile> vector = outputs(launch, log, settings, TileMath.best().math(), THREADS);
      assertEquals(scalar.keySet(), vector.keySet());
      for (int rank : scalar.keySet()) {
        assertSame(scalar.get(rank), vector.get(rank));
      }
    }
  }

  /** Every sum keeps its order, because data does, so the order of instructions changes no bit. */
  @ParameterizedTest
  @MethodSource("smallAsCompiled")
  void bothOrdersGiveTheSameBits(Case c) {
    FunctionalSettings settings =
        new FunctionalSettings(DataKind.NORMAL, RoundingMode.NEAREST, SEED);
    Map<Integer, Tile> compiled = outputs(c.launch(), settings);
    Map<Integer, Tile> written = outputs(c.asWritten().launch(), settings);
    assertEquals(written.keySet(), compiled.keySet());
    written.forEach((rank, tile) -> assertSame(tile, compiled.get(rank)));
  }

  static Stream<Case> smallAsCompiled() {
    return small().filter(c -> c.compiler().equals(CompilerSettings.LIST));
  }

  private static Map<Integer, Tile> outputs(Launch launch, FunctionalSettings settings) {
    CompletionLog log = new CompletionLog();
    TimedRun.of(launch, log);
    return outputs(launch, log, settings, TileMath.best().math(), THREADS);
  }

  private static Map<Integer, Tile> outputs(
      Launch launch, CompletionLog log, FunctionalSettings settings, TileMath math, int threads) {
    Problem problem = launch.problem().orElseThrow();
    FunctionalRun run = new FunctionalRun(problem, settings, threads);
    TensorMemory memory = run.compute(launch.effects(), log, math);
    Map<Integer, Tile> outputs = new TreeMap<>();
    ranks(launch).forEach(rank -> outputs.put(rank, memory.tile(rank, problem.output())));
    return outputs;
  }

  private static List<Integer> ranks(Launch launch) {
    return launch.cores().stream().map(Launch.CoreLaunch::rank).distinct().sorted().toList();
  }

  private static void assertSame(Tile expected, Tile actual) {
    for (int row = 0; row < expected.rows(); row++) {
      for (int col = 0; col < expected.cols(); col++) {
        int bits = Float.floatToRawIntBits(actual.get(row, col));
        if (bits != Float.floatToRawIntBits(expected.get(row, col))) {
          assertEquals(expected.get(row, col), actual.get(row, col), row + ", " + col);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theTimeLiesBetweenTheBounds(Case c) {
    Launch launch = c.launch();
    TimedRun run = TimedRun.of(launch);
    long end = run.timeline().endPs();
    assertTrue(end <= run.serialPs(), end + " ps, serially " + run.serialPs());
    double array = 2.0 * 128 * 128 * 2.4e9 / (c.dtype() == DType.FP32 ? 4 : 1);
    double compute = launch.flopsPerRank() / (c.lnc() * array) * 1e12;
    assertTrue(end >= compute, end + " ps, arithmetic alone " + compute);
    double stacks = run.machine().hbm().size() * 716e9;
    double memory = launch.problem().map(p -> bytes(p) * c.tp() / stacks * 1e12).orElse(0.0);
    assertTrue(end >= memory, end + " ps, memory alone " + memory);
  }

  private static double bytes(Problem problem) {
    double bytes = bytes(problem.output());
    for (Problem.Tensor input : problem.inputs()) {
      bytes += bytes(input);
    }
    return bytes;
  }

  private static double bytes(Problem.Tensor tensor) {
    return (double) tensor.rows() * tensor.cols() * tensor.dtype().bytes();
  }
}

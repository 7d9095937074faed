package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.check.Mismatch;
import trn2sim.kernels.check.OutputCheck;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.ShortStorage;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/** The check must see what it is there to see: one fault, one failed rank. */
class SeededFaultTest {
  private static final long SEED = 11;

  /** For real values: whole reference below 2^27 multiply-adds, Freivalds' check above. */
  private enum Size {
    SMALL("M=256 K=256 N=512"),
    LARGE("M=384 K=384 N=1024");

    private final String shape;

    Size(String shape) {
      this.shape = shape;
    }

    Launch launch() {
      return new Case("matmul", shape, "schedule=tiled", DType.BF16, 1, 1).launch();
    }
  }

  private static boolean passes(Size size, DataKind data, Consumer<Tile> fault) {
    FunctionalSettings settings = new FunctionalSettings(data, SEED);
    return passes(size, settings, settings, fault);
  }

  private static boolean passes(
      Size size, FunctionalSettings settings, FunctionalSettings assumed, Consumer<Tile> fault) {
    return verdict(size, settings, assumed, fault).passed();
  }

  private static RankVerdict verdict(
      Size size, FunctionalSettings settings, FunctionalSettings assumed, Consumer<Tile> fault) {
    Launch launch = size.launch();
    Problem problem = launch.problem().orElseThrow();
    CompletionLog log = new CompletionLog();
    TimedRun.of(launch, log);
    FunctionalRun run = new FunctionalRun(problem, settings, 2);
    TensorMemory memory = run.compute(launch.effects(), log, TileMath.best().math());
    Tile output = memory.tile(0, problem.output());
    fault.accept(output);
    Problem.Product product = (Problem.Product) problem.expected(0, memory::input);
    return new OutputCheck(assumed.data() == DataKind.INTEGERS, assumed.rounding(), assumed.seed())
        .verdict(0, product, output);
  }

  private static void copy(Tile from, Tile to) {
    float[] values = new float[from.rows() * from.cols()];
    for (int i = 0; i < values.length; i++) {
      values[i] = from.get(i / from.cols(), i % from.cols());
    }
    for (int i = 0; i < values.length; i++) {
      to.set(i / from.cols(), i % from.cols(), values[i], Rounding.NEAREST_EVEN);
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutAFaultItPasses(Size size) {
    assertTrue(passes(size, DataKind.NORMAL, output -> {}));
    assertTrue(passes(size, DataKind.INTEGERS, output -> {}));
  }

  /** The bound of each rounding holds for it, and that of the narrower one only for it. */
  @ParameterizedTest
  @EnumSource
  void anotherRoundingThanAssumed(Size size) {
    for (DataKind data : DataKind.values()) {
      var stochastic = new FunctionalSettings(data, RoundingMode.STOCHASTIC, SEED);
      var nearest = new FunctionalSettings(data, RoundingMode.NEAREST, SEED);
      assertTrue(passes(size, stochastic, stochastic, output -> {}), data.label());
      assertTrue(passes(size, nearest, stochastic, output -> {}), data.label());
      assertFalse(passes(size, stochastic, nearest, output -> {}), data.label());
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneWrongElement(Size size) {
    for (DataKind data : DataKind.values()) {
      FunctionalSettings settings = new FunctionalSettings(data, SEED);
      Consumer<Tile> fault =
          output -> output.set(77, 311, 2 * output.get(77, 311) + 40, Rounding.NEAREST_EVEN);
      RankVerdict verdict = verdict(size, settings, settings, fault);
      assertFalse(verdict.passed(), data.label());
      Mismatch wrong = verdict.wrong().orElseThrow();
      assertEquals(List.of(77, 311), List.of(wrong.row(), wrong.col()), data.label());
      double put = 2 * wrong.expected() + 40;
      assertEquals(put, wrong.found(), 0.02 * Math.abs(put), data.label());
    }
  }

  /** One step of bf16 in one element: 16 at 2400. */
  @ParameterizedTest
  @EnumSource
  void oneWholeNumberOffByOneStep(Size size) {
    for (int row : new int[] {0, 77, 255}) {
      for (int step : new int[] {-1, 1}) {
        assertFalse(
            passes(
                size,
                DataKind.INTEGERS,
                output -> {
                  int at = output.index(row, 311);
                  ((ShortStorage) output.data()).elements()[at] += (short) step;
                }));
      }
    }
  }

  /** An error of a twentieth of the values' standard deviation, in any element. */
  @Test
  void oneSmallErrorAmongRealValues() {
    double deviation = Math.sqrt(384);
    for (int i = 0; i < 8; i++) {
      int row = 47 * i;
      int col = 131 * i;
      assertFalse(
          passes(
              Size.LARGE,
              DataKind.NORMAL,
              output -> {
                float wrong = output.get(row, col) + (float) (deviation / 20);
                output.set(row, col, wrong, Rounding.NEAREST_EVEN);
              }),
          row + ", " + col);
    }
  }

  @ParameterizedTest
  @EnumSource
  void twoColumnsExchanged(Size size) {
    for (DataKind data : DataKind.values()) {
      assertFalse(
          passes(
              size,
              data,
              output -> {
                Storage kept = Storage.allocate(DType.BF16, output.rows());
                Tile column = Tile.dense(kept, output.rows(), 1);
                copy(output.cols(8, 1), column);
                copy(output.cols(9, 1), output.cols(8, 1));
                copy(column, output.cols(9, 1));
              }),
          data.label());
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneWrongTile(Size size) {
    for (DataKind data : DataKind.values()) {
      assertFalse(
          passes(
              size,
              data,
              output -> copy(output.rows(0, 128).cols(0, 256), output.rows(128, 128).cols(0, 256))),
          data.label());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTransposedTile(Size size) {
    Consumer<Tile> turn =
        output -> {
          Tile tile = output.rows(128, 128).cols(256, 128);
          copy(tile.transposed(), tile);
        };
    for (DataKind data : DataKind.values()) {
      assertFalse(passes(size, data, turn), data.label());
    }
  }

  /** Holds one load back until the instruction that should have waited for it is done. */
  private record SkippedWait(Runner.Listener target, int load, int user, List<Process> held)
      implements Runner.Listener {
    @Override
    public void settled(Process process, int task) {
      if (task == load) {
        held.add(process);
        return;
      }
      target.settled(process, task);
      if (task == user) {
        target.settled(held.get(0), load);
      }
    }
  }

  @Test
  void aSkippedWait() {
    Launch launch = Size.SMALL.launch();
    assertTrue(launch.cores().get(0).script().steps().get(1).instruction() instanceof DmaCopy);
    assertEquals("nc_matmul", launch.cores().get(0).script().steps().get(2).instruction().opcode());
    for (DataKind data : DataKind.values()) {
      FunctionalRun functional =
          new FunctionalRun(launch.problem().orElseThrow(), new FunctionalSettings(data, SEED), 2);
      TimedRun.of(launch, new SkippedWait(functional, 1, 2, new ArrayList<>()));
      assertFalse(functional.verify(launch.effects(), List.of(0)).get(0).passed(), data.label());
    }
  }
}

package trn2sim.kernels.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.BinaryOp;
import trn2sim.kernels.math.RowFold;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;
import trn2sim.kernels.math.UnaryFunction;

/** What each kind of instruction costs to compute, on tiles of the size that kernels use. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TileBenchmark {
  @Param({"FP32", "BF16", "FP8_E4M3"})
  private DType type;

  private final TileMath math = TileMath.best().math();
  private Operands operands;
  private Tile target;
  private Tile column;

  @Setup
  public void fill() {
    operands = Operands.of(type, 128, 128, 512);
    target = Tile.dense(Storage.allocate(type, 128 * 512), 128, 512);
    column = Tile.dense(Storage.allocate(DType.FP32, 128), 128, 1);
  }

  @Benchmark
  public Tile matmul() {
    math.matmul(
        operands.stationary(), operands.moving(), operands.product(), TileMath.Write.OVERWRITE);
    return operands.product();
  }

  @Benchmark
  public Tile copy() {
    math.copy(operands.moving(), target);
    return target;
  }

  @Benchmark
  public Tile add() {
    math.binary(BinaryOp.ADD, operands.moving(), operands.moving(), target);
    return target;
  }

  @Benchmark
  public Tile exp() {
    math.activate(UnaryFunction.EXP, operands.moving(), target);
    return target;
  }

  @Benchmark
  public Tile sumOfRows() {
    math.reduce(RowFold.ADD, operands.moving(), column);
    return column;
  }
}

package trn2sim.kernels.bench;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.blas.JavaBLAS;
import dev.ludovic.netlib.blas.NativeBLAS;
import java.util.stream.IntStream;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;
import trn2sim.kernels.math.TileMath.Write;

/** Compares matrix products on one thread, then one thread with two, all in one run. */
public final class ProductBenchmark {
  private static final int TILE_DEPTH = 128;
  private static final int TILE_ROWS = 128;
  private static final int TILE_COLS = 512;
  private static final int SIDE = 1024;

  private final TileMath math = TileMath.best().math();
  private final BLAS vectorBlas = JavaBLAS.getInstance();
  private final BLAS openBlas = NativeBLAS.getInstance();

  private ProductBenchmark() {}

  public static void main(String[] arguments) throws InterruptedException {
    ProductBenchmark benchmark = new ProductBenchmark();
    System.out.println(
        "Java "
            + System.getProperty("java.version")
            + ", "
            + System.getProperty("os.arch")
            + "; ours is "
            + benchmark.math.getClass().getSimpleName()
            + ", VectorBLAS is "
            + benchmark.vectorBlas.getClass().getSimpleName()
            + ", OpenBLAS through "
            + benchmark.openBlas.getClass().getSimpleName());
    benchmark.tile();
    benchmark.cube();
    benchmark.threads();
  }

  private void tile() {
    Contest contest = contest("128 x 128 x 512 tile", TILE_DEPTH, TILE_ROWS, TILE_COLS);
    contest.run(30, 20).print();
    ratios(contest, "ours fp32", "ours bf16");
  }

  private void cube() {
    Contest contest = contest("1024 x 1024 x 1024", SIDE, SIDE, SIDE);
    for (DType type : new DType[] {DType.FP32, DType.BF16, DType.FP16, DType.FP8_E4M3}) {
      Operands o = Operands.of(type, SIDE, SIDE, SIDE);
      contest.add("ours by tiles " + type.label(), () -> byTiles(o, 0, SIDE));
    }
    contest.run(5, 3).print();
    ratios(contest, "ours fp32", "ours bf16");
    ratios(contest, "ours by tiles fp32", "ours by tiles bf16");
  }

  private Contest contest(String title, int k, int m, int n) {
    Operands fp32 = Operands.of(DType.FP32, k, m, n);
    Operands bf16 = Operands.of(DType.BF16, k, m, n);
    return new Contest(title + ", one thread", fp32.flops())
        .add("ours fp32", () -> whole(fp32))
        .add("ours bf16", () -> whole(bf16))
        .add("VectorBLAS", Rivals.blas(vectorBlas, fp32))
        .add("VectorBLAS nothing transposed", Rivals.blasNotTransposed(vectorBlas, fp32))
        .add("VectorBLAS both along k", Rivals.blasBothAlongDepth(vectorBlas, fp32))
        .add("OpenBLAS", Rivals.blas(openBlas, fp32))
        .addSlow("naive scalar loop", Rivals.naive(fp32));
  }

  private static void ratios(Contest contest, String fp32, String bf16) {
    contest.ratio(fp32, "VectorBLAS", 1.0);
    contest.ratio(fp32, "VectorBLAS nothing transposed", 1.0);
    contest.ratio(fp32, "VectorBLAS both along k", 1.0);
    contest.ratio(fp32, "OpenBLAS", 0.7);
    contest.ratio(bf16, fp32, 0.85);
    contest.ratio(fp32, "naive scalar loop", 1.0);
  }

  private void threads() {
    Operands o = Operands.of(DType.FP32, SIDE, SIDE, SIDE);
    Contest contest =
        new Contest("1024 x 1024 x 1024 by tiles, one and two threads", o.flops())
            .add("one thread", () -> byTiles(o, 0, SIDE))
            .add(
                "two threads",
                () ->
                    IntStream.range(0, 2)
                        .parallel()
                        .forEach(half -> byTiles(o, half * SIDE / 2, SIDE / 2)));
    contest.run(40, 3).print();
    contest.ratio("two threads", "one thread", 1.8);
  }

  private void whole(Operands o) {
    math.matmul(o.stationary(), o.moving(), o.product(), Write.OVERWRITE);
  }

  /** As the device does it: one tile at a time, accumulating over the tiles of k. */
  private void byTiles(Operands o, int from, int rows) {
    for (int m = from; m < from + rows; m += TILE_ROWS) {
      for (int n = 0; n < o.cols(); n += TILE_COLS) {
        Tile target = o.product().rows(m, TILE_ROWS).cols(n, TILE_COLS);
        for (int k = 0; k < o.depth(); k += TILE_DEPTH) {
          Tile stationary = o.stationary().rows(k, TILE_DEPTH).cols(m, TILE_ROWS);
          Tile moving = o.moving().rows(k, TILE_DEPTH).cols(n, TILE_COLS);
          math.matmul(stationary, moving, target, k == 0 ? Write.OVERWRITE : Write.ACCUMULATE);
        }
      }
    }
  }
}

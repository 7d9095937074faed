package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.memory.Region;
import trn2sim.kernels.api.TileEffect;
import trn2sim.kernels.api.TileEffect.Area;
import trn2sim.kernels.api.TiledProblem;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/**
 * Performs what a run did to the tensors, in the order of simulated time but on all processors, and
 * compares every rank's output with the reference. A tile read before it came shows as NaN.
 */
public final class TileReplay {
  private final TiledProblem problem;
  private final DataKind data;
  private final long seed;
  private final int threads;
  private final TileMath math = TileMath.best().math();

  public TileReplay(TiledProblem problem, DataKind data, long seed, int threads) {
    this.problem = problem;
    this.data = data;
    this.seed = seed;
    this.threads = threads;
  }

  /**
   * Computes the noted effects and compares every rank's output with the reference.
   *
   * @param ranks ranks that computed an output
   */
  public List<RankVerdict> verify(List<TileEffect> work, int ranks) {
    TensorStore store = new TensorStore(problem, data, seed);
    EffectOrder order = new EffectOrder();
    try (EffectPool pool = new EffectPool(threads)) {
      for (TileEffect step : work) {
        pool.submit(
            step instanceof TileEffect.Move move
                ? move(move, store, order)
                : multiply((TileEffect.Multiply) step, store, order));
      }
      pool.join();
    }
    List<RankVerdict> verdicts = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      verdicts.add(
          ProductCheck.verdict(
              rank,
              problem.expected(rank, store::tensor),
              store.tensor(rank, problem.output().name()),
              new FunctionalSettings(data, seed)));
    }
    return verdicts;
  }

  private Effect move(TileEffect.Move move, TensorStore store, EffectOrder order) {
    Area from = move.area();
    Area to = new Area(move.toRow(), from.rows(), from.col(), from.cols());
    Tile source = store.tensor(move.fromRank(), move.from());
    Tile target = store.tensor(move.toRank(), move.to());
    Effect effect = new Effect(() -> math.copy(part(source, from), part(target, to)));
    if (!store.isInput(move.from())) {
      order.add(effect, source, region(from), false);
    }
    order.add(effect, target, region(to), true);
    return effect;
  }

  private Effect multiply(TileEffect.Multiply step, TensorStore store, EffectOrder order) {
    Area area = step.area();
    Area left = new Area(area.row(), area.rows(), step.firstK(), step.depth());
    Area right = new Area(step.firstK(), step.depth(), area.col(), area.cols());
    Tile rows = store.tensor(step.rank(), step.left());
    Tile columns = store.tensor(step.rightRank(), step.right());
    Tile sums = store.tensor(step.rank(), step.out());
    TileMath.Write write = step.add() ? TileMath.Write.ACCUMULATE : TileMath.Write.OVERWRITE;
    Effect effect =
        new Effect(
            () ->
                math.matmul(
                    part(rows, left).transposed(), part(columns, right), part(sums, area), write));
    order.add(effect, rows, region(left), false);
    order.add(effect, sums, region(area), true);
    return effect;
  }

  private static Tile part(Tile tile, Area area) {
    return tile.rows(area.row(), area.rows()).cols(area.col(), area.cols());
  }

  private static Region region(Area area) {
    return new Region(area.row(), area.row() + area.rows(), area.col(), area.col() + area.cols());
  }
}

package trn2sim.kernels.nki;

import java.util.List;
import java.util.stream.IntStream;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Tile;

/** The mathematics of a {@link Check}. */
record CheckProblem(Check.Function function, List<Tensor> inputs, Tensor output, int tp)
    implements Problem {
  private static final double UNIT = 0x1p-24;

  /** Roundings of an exponential, a difference, a quotient: few, whatever the kernel's order. */
  private static final int FEW = 64;

  @Override
  public Expected expected(int rank, Inputs given) {
    Tile first = given.tensor(rank, inputs.get(0).name());
    return switch (function) {
      case MATMUL, MATMUL_T, MATMUL_NT, MATMUL_TT -> {
        Tile left = function.turns() ? first.transposed() : first;
        Tile right = right(rank, given);
        yield new Product(List.of(left), function.turnsLast() ? right.transposed() : right);
      }
      case GATHER_MATMUL -> new Product(group(rank, given), right(rank, given));
      case ALL_GATHER -> new Gathered(group(rank, given), false);
      case ALL_REDUCE -> sum(group(rank, given), 0);
      case REDUCE_SCATTER -> sum(group(rank, given), rank % tp * output.rows());
      case ALL_TO_ALL -> {
        int rows = output.rows() / tp;
        List<Tile> all = group(rank, given);
        yield new Gathered(
            all.stream().map(one -> one.rows(rank % tp * rows, rows)).toList(), false);
      }
      case ADD -> {
        Tile second = right(rank, given);
        yield new Elements((r, c) -> (double) first.get(r, c) + second.get(r, c), UNIT);
      }
      case RELU -> new Elements((r, c) -> Math.max(first.get(r, c), 0), 0);
      case TRANSPOSE -> new Elements((r, c) -> first.get(c, r), 0);
      case SOFTMAX -> softmax(first);
    };
  }

  /** Every element of a product is a sum over K. */
  @Override
  public double flops() {
    if (!function.multiplies()) {
      return 0;
    }
    Tensor right = inputs.get(1);
    int length = function.turnsLast() ? right.cols() : right.rows();
    return 2.0 * output.rows() * output.cols() * length;
  }

  private Tile right(int rank, Inputs given) {
    return given.tensor(rank, inputs.get(1).name());
  }

  private List<Tile> group(int rank, Inputs given) {
    int first = rank / tp * tp;
    return IntStream.range(first, first + tp)
        .mapToObj(member -> given.tensor(member, inputs.get(0).name()))
        .toList();
  }

  /** In fp32, in the order of the group, which collectives keep. */
  private static Elements sum(List<Tile> terms, int firstRow) {
    Element total =
        (r, c) -> {
          float sum = terms.get(0).get(firstRow + r, c);
          for (Tile term : terms.subList(1, terms.size())) {
            sum += term.get(firstRow + r, c);
          }
          return sum;
        };
    return new Elements(total, 0);
  }

  /** A sum of as many terms as a row has may lose a unit for each. */
  private static Elements softmax(Tile x) {
    double[] sums = new double[x.rows()];
    for (int row = 0; row < x.rows(); row++) {
      for (int col = 0; col < x.cols(); col++) {
        sums[row] += StrictMath.exp(x.get(row, col));
      }
    }
    double relative = (x.cols() + FEW) * UNIT;
    return new Elements((r, c) -> StrictMath.exp(x.get(r, c)) / sums[r], relative);
  }
}

package trn2sim.kernels.check;

import java.util.Optional;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Tile;

/** Compares a gathered output with its pieces, element by element; nothing may differ. */
final class GatherCheck {
  private GatherCheck() {}

  static RankVerdict verdict(int rank, Problem.Gathered expected, Tile actual) {
    double largest = 0;
    double worst = 0;
    Optional<Mismatch> wrong = Optional.empty();
    int at = 0;
    for (Tile piece : expected.pieces()) {
      int size = expected.byColumns() ? piece.cols() : piece.rows();
      Tile found = expected.byColumns() ? actual.cols(at, size) : actual.rows(at, size);
      for (int row = 0; row < piece.rows(); row++) {
        for (int col = 0; col < piece.cols(); col++) {
          float right = piece.get(row, col);
          float value = found.get(row, col);
          int down = expected.byColumns() ? row : at + row;
          int across = expected.byColumns() ? at + col : col;
          wrong = Mismatch.both(wrong, Mismatch.unless(value == right, down, across, value, right));
          largest = Math.max(largest, Math.abs(right));
          double error = Math.abs(value - right);
          worst = Double.isNaN(error) ? Double.NaN : Math.max(worst, error);
        }
      }
      at += size;
    }
    double relative = largest == 0 ? worst : worst / largest;
    String reference = "the inputs themselves, equality";
    return new RankVerdict(
        rank, wrong.isEmpty(), relative, worst, 0, reference, Mismatch.among(actual, wrong));
  }
}

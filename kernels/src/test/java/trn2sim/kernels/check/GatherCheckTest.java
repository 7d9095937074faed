package trn2sim.kernels.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

/** What is wrong in a gathered output is named by its place in the whole. */
class GatherCheckTest {
  private static Tile tile(int rows, int cols) {
    return Tile.dense(Storage.allocate(DType.FP32, rows * cols), rows, cols);
  }

  @Test
  void namesTheFirstWrongElement() {
    Tile stacked = tile(6, 4);
    stacked.set(4, 1, 2, Rounding.NEAREST_EVEN);
    stacked.set(5, 0, 3, Rounding.NEAREST_EVEN);
    assertEquals(
        Optional.of(new Mismatch(4, 1, 2, 0, new Extent(2, 4, 5, 0, 1, 24))),
        wrong(stacked, false, tile(3, 4)));
    Tile besides = tile(3, 8);
    besides.set(2, 5, 2, Rounding.NEAREST_EVEN);
    assertEquals(
        Optional.of(new Mismatch(2, 5, 2, 0, new Extent(1, 2, 2, 5, 5, 24))),
        wrong(besides, true, tile(3, 4)));
    assertEquals(Optional.empty(), wrong(tile(3, 8), true, tile(3, 4)));
  }

  @Test
  void saysHowManyAreWrong() {
    Extent one = new Extent(1, 2, 2, 5, 5, 24);
    assertEquals("1 of 24 elements is wrong, in row 2, column 5", one.text());
    Extent some = new Extent(2, 4, 5, 0, 1, 24);
    assertEquals("2 of 24 elements are wrong, in rows 4 to 5, columns 0 to 1", some.text());
    assertEquals("all 2 elements are wrong", new Extent(2, 0, 0, 0, 1, 2).text());
  }

  private static Optional<Mismatch> wrong(Tile output, boolean byColumns, Tile piece) {
    Problem.Gathered expected = new Problem.Gathered(List.of(piece, piece), byColumns);
    return GatherCheck.verdict(0, expected, output).wrong();
  }
}

package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trn2sim.hw.isa.Affine;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Fold;
import trn2sim.hw.isa.TileOp.Plain;
import trn2sim.hw.isa.TileOp.Scalar;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

/** The values of functions of whole tiles, worked out by hand from NKI's reference. */
class TileValuesTest {
  private static final Fold SUM = Fold.of(AluOp.ADD);

  private static Tile tile(int rows, double... values) {
    Storage data = Storage.allocate(DType.FP32, values.length);
    for (int i = 0; i < values.length; i++) {
      data.set(i, (float) values[i]);
    }
    return Tile.dense(data, rows, values.length / rows);
  }

  private static Tile empty(int rows, int cols) {
    return tile(rows, new double[rows * cols]);
  }

  private static float[] compute(TileOp op, Tile out, Tile... inputs) {
    return compute(op, List.of(out), inputs);
  }

  private static float[] compute(TileOp op, List<Tile> out, Tile... inputs) {
    TileValues.compute(op, new TileValues.Sheet(List.of(inputs), out, Rounding.NEAREST_EVEN));
    return values(out.get(0));
  }

  private static float[] values(Tile tile) {
    float[] all = new float[tile.rows() * tile.cols()];
    for (int i = 0; i < all.length; i++) {
      all[i] = tile.get(i / tile.cols(), i % tile.cols());
    }
    return all;
  }

  private static void assertValues(float[] found, double... expected) {
    float[] wanted = new float[expected.length];
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = (float) expected[i];
    }
    assertArrayEquals(wanted, found, 1e-6f);
  }

  /** No operation is left without its values. */
  @Test
  void everyOperationHasValues() {
    Set<Object> wanted = new HashSet<>(Arrays.asList(TileOp.class.getPermittedSubclasses()));
    wanted.remove(Plain.class);
    wanted.addAll(List.of(Plain.values()));
    assertEquals(wanted, TileValues.RULES.keySet());
  }

  @Test
  void iotaCountsRowsAndIndices() {
    Affine affine = new Affine(5, 100, List.of(new Affine.Axis(10, 2), new Affine.Axis(1, 3)));
    assertValues(
        compute(new TileOp.Iota(affine), empty(2, 6)),
        5,
        6,
        7,
        15,
        16,
        17,
        105,
        106,
        107,
        115,
        116,
        117);
  }

  @Test
  void affineSelectKeepsTheLowerTriangle() {
    Affine rowMinusColumn = new Affine(0, 1, List.of(new Affine.Axis(-1, 3)));
    var kept = List.of(new Affine.Condition(rowMinusColumn, AluOp.GREATER_EQUAL));
    assertValues(
        compute(new TileOp.AffineSelect(kept, -1), empty(3, 3), tile(3, 1, 2, 3, 4, 5, 6, 7, 8, 9)),
        1,
        -1,
        -1,
        4,
        5,
        -1,
        7,
        8,
        9);
  }

  @Test
  void rangeSelectKeepsBetweenTheBoundsOfTheRow() {
    TileOp op =
        new TileOp.RangeSelect(
            AluOp.GREATER_EQUAL, AluOp.LESS, 10, -9, Optional.of(Fold.of(AluOp.MAXIMUM)));
    Tile largest = empty(2, 1);
    float[] found =
        compute(
            op,
            List.of(empty(2, 4), largest),
            tile(2, 1, 2, 3, 4, 5, 6, 7, 8),
            tile(2, 11, 10),
            tile(2, 13, 11));
    assertValues(found, -9, 2, 3, -9, 5, -9, -9, -9);
    assertValues(values(largest), 3, 5);
  }

  @Test
  void selectTakesOneOfTwo() {
    TileOp op = new TileOp.Select("select", Scalar.input(1), Scalar.of(7), false, Optional.empty());
    Tile predicate = tile(1, 1, 0, 2);
    assertValues(compute(op, empty(1, 3), predicate, tile(1, 4, 5, 6)), 4, 7, 6);
    TileOp turned =
        new TileOp.Select("select", Scalar.input(1), Scalar.of(7), true, Optional.empty());
    assertValues(compute(turned, empty(1, 3), predicate, tile(1, 4, 5, 6)), 7, 5, 7);
  }

  @Test
  void reductionsComeBesideTheResult() {
    Tile sums = tile(2, 100, 100);
    TileOp op = new TileOp.ScalarReduce(AluOp.MULTIPLY, Scalar.input(1), false, Optional.of(SUM));
    float[] found = compute(op, List.of(empty(2, 2), sums), tile(2, 1, 2, 3, 4), tile(2, 10, 100));
    assertValues(found, 10, 20, 300, 400);
    assertValues(values(sums), 30, 700);
    Fold goesOn = new Fold(AluOp.ADD, true, TileOp.Start.HELD);
    compute(
        new TileOp.ScalarReduce(AluOp.ADD, Scalar.of(0), false, Optional.of(goesOn)),
        List.of(empty(2, 2), sums),
        tile(2, 1, 2, 3, 4),
        tile(2, 30, 700));
    assertValues(values(sums), -33, -707);
    Fold opposite = new Fold(AluOp.ADD, false, TileOp.Start.OPPOSITE);
    compute(
        new TileOp.ScalarReduce(AluOp.ADD, Scalar.of(0), false, Optional.of(opposite)),
        List.of(empty(2, 2), sums),
        tile(2, 1, 2, 3, 4),
        tile(2, -33, -707));
    assertValues(values(sums), 36, 714);
    Fold number = new Fold(AluOp.ADD, false, TileOp.Start.of(5));
    compute(
        new TileOp.ScalarReduce(AluOp.ADD, Scalar.of(0), false, Optional.of(number)),
        List.of(empty(2, 2), sums),
        tile(2, 1, 2, 3, 4));
    assertValues(values(sums), 8, 12);
  }

  @Test
  void twoOperationsAndASum() {
    Tile sums = empty(1, 1);
    TileOp op =
        new TileOp.TensorsReduce(
            AluOp.SUBTRACT, Scalar.of(1), true, AluOp.ADD, false, Optional.of(SUM));
    float[] found = compute(op, List.of(empty(1, 2), sums), tile(1, 3, 5), tile(1, 10, 20));
    assertValues(found, 8, 16);
    assertValues(values(sums), 24);
  }

  @Test
  void exponentialOfTheDifference() {
    Tile sums = empty(1, 1);
    TileOp op = new TileOp.Exponential(Scalar.input(1), Optional.of(SUM));
    float[] found = compute(op, List.of(empty(1, 2), sums), tile(1, 2, 3), tile(1, 3));
    assertValues(found, Math.exp(-1), 1);
    assertValues(values(sums), Math.exp(-1) + 1);
  }

  @Test
  void scansGoThroughTheRow() {
    TileOp scan = new TileOp.Scan(AluOp.MULTIPLY, AluOp.ADD, Scalar.of(1), false, false);
    assertValues(compute(scan, empty(1, 3), tile(1, 2, 3, 4), tile(1, 10, 20, 30)), 12, 56, 254);
    TileOp running =
        new TileOp.Cumulative(AluOp.MULTIPLY, AluOp.MAXIMUM, Scalar.of(2), Scalar.of(5), false);
    assertValues(compute(running, empty(1, 4), tile(1, 1, 3, 2, 9)), 5, 6, 6, 18);
  }

  @Test
  void topEight() {
    Tile row = tile(1, 3, 9, 1, 9, 5, 7, 2, 8, 6, 4);
    Tile top = empty(1, 8);
    assertValues(compute(Plain.MAX8, top, row), 9, 9, 8, 7, 6, 5, 4, 3);
    assertValues(compute(Plain.NC_FIND_INDEX8, empty(1, 8), row, top), 1, 3, 7, 5, 8, 4, 9, 0);
    Tile places = empty(1, 8);
    float[] left = compute(new TileOp.MatchReplace(-1), List.of(empty(1, 10), places), row, top);
    assertValues(left, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1);
    // Of two nines the last takes the first place.
    assertValues(values(places), 3, 1, 7, 5, 8, 4, 9, 0);
  }

  @Test
  void valuesThatAreNotThereHaveAnIndexOfAllOnes() {
    Tile data = tile(1, 1, 2, 2, 4, 5, 6, 7, 8);
    Tile wanted = tile(1, 2, 2, 2, 0, 1, 8, 7, 6);
    Tile indices = Tile.dense(Storage.allocate(DType.UINT16, 8), 1, 8);
    assertValues(
        compute(Plain.NC_FIND_INDEX8, indices, data, wanted), 1, 2, 65535, 65535, 0, 7, 6, 5);
    compute(new TileOp.MatchReplace(0), List.of(empty(1, 8), indices), data, wanted);
    assertValues(values(indices), 65535, 2, 1, 65535, 0, 7, 6, 5);
  }

  @Test
  void statisticsOfEvenAndOddPlacesMakeMeanAndVariance() {
    Tile stats = empty(1, 6);
    assertValues(compute(Plain.BN_STATS, stats, tile(1, 1, 10, 3, 20, 5)), 3, 3, 8, 2, 15, 50);
    // 1 10 3 20 5: mean 7.8, squares about it 230.8.
    assertValues(compute(Plain.BN_AGGR, empty(1, 2), stats), 7.8, 230.8 / 5);
  }

  @Test
  void rowsChangePlaces() {
    double[] rows = new double[64];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i;
    }
    Integer[] from = new Integer[32];
    Arrays.setAll(from, i -> i == 3 ? 255 : 31 - i);
    float[] found = compute(new TileOp.Shuffle(List.of(from)), empty(64, 1), tile(64, rows));
    assertEquals(31, found[0]);
    assertEquals(0, found[3]);
    assertEquals(32, found[63]);
    assertValues(
        compute(new TileOp.PartitionReduce(AluOp.MAXIMUM), empty(1, 2), tile(2, 1, 5, 3, 2)), 3, 5);
    assertValues(compute(Plain.NC_TRANSPOSE, empty(2, 2), tile(2, 1, 2, 3, 4)), 1, 3, 2, 4);
  }

  @Test
  void gathersByIndex() {
    assertValues(
        compute(Plain.NC_N_GATHER, empty(2, 2), tile(2, 1, 2, 3, 4, 5, 6), tile(2, 2, 0, 1, 1)),
        3,
        1,
        5,
        5);
    assertValues(
        compute(Plain.NC_N_GATHER, empty(1, 3), tile(1, 1, 2), tile(1, 1, 2, -1)),
        2,
        Float.NaN,
        Float.NaN);
    double[] index = new double[16];
    index[0] = 2;
    index[1] = 1;
    double[] data = new double[16 * 6];
    Arrays.setAll(data, i -> i);
    float[] found =
        compute(new TileOp.LocalGather(2, 2), empty(16, 4), tile(16, data), tile(16, index));
    // Places count elements, not groups of two.
    assertValues(Arrays.copyOf(found, 8), 2, 3, 1, 2, 8, 9, 7, 8);
  }

  @Test
  void nonzeroPlacesPaddingAndCount() {
    assertValues(
        compute(new TileOp.Nonzero(100, -1), empty(1, 5), tile(1, 0, 7, 0, 8)),
        101,
        103,
        -1,
        -1,
        2);
  }

  @Test
  void topOfSixteenPartitionsAscendsThroughThem() {
    double[] data = new double[32];
    Arrays.setAll(data, i -> (i / 2) + 100 * (i % 2));
    // 17 of 20: one stays in the second column, where nothing follows it.
    Tile top = empty(16, 17);
    Tile places = Tile.dense(Storage.allocate(DType.UINT32, 16 * 17), 16, 17);
    compute(new TileOp.TopK(20), List.of(top, places), tile(16, data));
    assertEquals(List.of(3f, 4f), List.of(top.get(0, 0), top.get(1, 0)));
    assertEquals(List.of(102f, 103f), List.of(top.get(15, 0), top.get(0, 1)));
    assertEquals(List.of(18.0, 19.0), List.of(places.exact(15, 0), places.exact(0, 1)));
    assertEquals(Float.NaN, top.get(1, 1));
    assertEquals(0, top.get(0, 2));
  }

  @Test
  void boundsOfSegments() {
    assertValues(
        compute(Plain.SEQUENCE_BOUNDS, empty(1, 10), tile(1, 1, 1, 2, 0, 2)),
        0,
        0,
        2,
        5,
        4,
        2,
        2,
        3,
        -1,
        5);
  }

  @Test
  void registersHoldNumbers() {
    TileOp.RegisterMove move = new TileOp.RegisterMove(Scalar.input(0), 3, 1);
    assertValues(compute(move, empty(1, 1), tile(1, 4)), 13);
    TileOp.RegisterMove other = new TileOp.RegisterMove(Scalar.input(1), -1, 0);
    TileOp sum = new TileOp.RegisterCombine(move, other, false);
    TileOp product = new TileOp.RegisterCombine(move, other, true);
    assertValues(compute(sum, empty(1, 1), tile(1, 4), tile(1, 5)), 8);
    assertValues(compute(product, empty(1, 1), tile(1, 4), tile(1, 5)), -65);
    TileOp.RegisterMove exact = new TileOp.RegisterMove(Scalar.of(0), 1, (1 << 24) + 1);
    TileOp difference = new TileOp.RegisterCombine(exact, other, false);
    assertValues(compute(difference, empty(1, 1), tile(1, 0), tile(1, 1 << 24)), 1);
    TileOp.RegisterMove large = new TileOp.RegisterMove(Scalar.input(0), 100_000, 0);
    assertValues(compute(large, empty(1, 1), tile(1, 100_000)), 1_410_065_408);
    assertValues(compute(Plain.REGISTER_LOAD, empty(1, 1), tile(1, 4)), 4);
    assertValues(compute(Plain.REGISTER_STORE, empty(1, 1), tile(1, 4)), 4);
  }

  @Test
  void randomNumbersStayInBounds() {
    float[] found = compute(new TileOp.Rand(Scalar.of(2), Scalar.of(3), 0), empty(8, 8));
    for (float value : found) {
      assertTrue(value >= 2 && value < 3);
    }
    float[] kept = compute(new TileOp.Dropout(Scalar.of(0.5f), 0), empty(8, 8), tile(8, ones(64)));
    int zeros = 0;
    for (float value : kept) {
      zeros += value == 0 ? 1 : 0;
    }
    assertTrue(zeros > 16 && zeros < 48, "zeros: " + zeros);
  }

  @Test
  void drawsDifferAndBitsFillTheTypeOfTheTile() {
    float[] first = compute(new TileOp.Rng(0), empty(8, 8));
    float[] second = compute(new TileOp.Rng(1), empty(8, 8));
    assertFalse(Arrays.equals(first, second));
    for (float value : second) {
      assertTrue(value >= 0 && value < 1, "a tile of floats: " + value);
    }
    Tile bytes = Tile.dense(Storage.allocate(DType.UINT8, 256), 2, 128);
    Set<Float> values = new HashSet<>();
    for (float value : compute(new TileOp.Rng(0), bytes)) {
      values.add(value);
    }
    assertTrue(values.size() > 100, "bytes: " + values);
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }
}

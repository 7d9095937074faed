package trn2sim.kernels.functional;

import static trn2sim.kernels.functional.TileValues.add;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Plain;
import trn2sim.kernels.functional.TileValues.Sheet;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Tile;

/** Operations that search a row, or take its statistics. */
final class TopValues {
  private static final int EIGHT = 8;

  /** GpSimd's processors have so many partitions each. */
  private static final int GROUP = 16;

  private TopValues() {}

  static void addTo(Map<Object, BiConsumer<TileOp, Sheet>> rules) {
    rules.put(Plain.MAX8, (op, sheet) -> max8(sheet));
    rules.put(Plain.NC_FIND_INDEX8, (op, sheet) -> findIndex8(sheet));
    add(rules, TileOp.MatchReplace.class, TopValues::matchReplace);
    rules.put(Plain.BN_STATS, (op, sheet) -> stats(sheet));
    rules.put(Plain.BN_AGGR, (op, sheet) -> aggregate(sheet));
    add(rules, TileOp.TopK.class, TopValues::topK);
    add(rules, TileOp.Nonzero.class, TopValues::nonzero);
  }

  /** The eight largest of each row, largest first. */
  private static void max8(Sheet sheet) {
    Tile src = sheet.in(0);
    for (int row = 0; row < src.rows(); row++) {
      int at = row;
      double[] sorted =
          IntStream.range(0, src.cols()).mapToDouble(c -> src.exact(at, c)).sorted().toArray();
      for (int i = 0; i < EIGHT; i++) {
        sheet.set(row, i, sorted[sorted.length - 1 - i]);
      }
    }
  }

  /** Where each of eight values first occurs; equal values take one place after the other. */
  private static void findIndex8(Sheet sheet) {
    List<Integer> ascending = IntStream.range(0, EIGHT).boxed().toList();
    for (int row = 0; row < sheet.in(0).rows(); row++) {
      setPlaces(sheet.out(), row, matches(sheet, row, ascending), sheet.rounding());
    }
  }

  /** The place of each of eight values in the row, or -1; the values search in the order given. */
  private static List<Integer> matches(Sheet sheet, int row, List<Integer> order) {
    Tile data = sheet.in(0);
    List<Integer> found = new ArrayList<>(Collections.nCopies(EIGHT, -1));
    for (int i : order) {
      double wanted = sheet.in(1).exact(row, i);
      int place = 0;
      while (place < data.cols() && (data.exact(row, place) != wanted || found.contains(place))) {
        place++;
      }
      found.set(i, place == data.cols() ? -1 : place);
    }
    return found;
  }

  private static void setPlaces(Tile out, int row, List<Integer> found, Rounding rounding) {
    for (int i = 0; i < EIGHT; i++) {
      setPlace(out, row, i, found.get(i), rounding);
    }
  }

  /** A place that there is not, -1, sets all bits of an index. */
  private static void setPlace(Tile out, int row, int col, int place, Rounding rounding) {
    if (place < 0 && out.data().type().isInteger()) {
      out.data().setBits(out.index(row, col), -1);
    } else {
      out.setExact(row, col, place, rounding);
    }
  }

  /** The last of equal values takes the first place. */
  private static void matchReplace(TileOp.MatchReplace op, Sheet sheet) {
    Tile data = sheet.in(0);
    List<Integer> descending = IntStream.range(0, EIGHT).map(i -> EIGHT - 1 - i).boxed().toList();
    for (int row = 0; row < data.rows(); row++) {
      List<Integer> found = matches(sheet, row, descending);
      for (int col = 0; col < data.cols(); col++) {
        sheet.set(row, col, found.contains(col) ? op.replacement() : data.exact(row, col));
      }
      if (sheet.has(1)) {
        setPlaces(sheet.outputs().get(1), row, found, sheet.rounding());
      }
    }
  }

  /** Count, mean and count times variance, of the elements at even places and at odd ones. */
  private static void stats(Sheet sheet) {
    Tile data = sheet.in(0);
    for (int row = 0; row < data.rows(); row++) {
      for (int odd = 0; odd < 2; odd++) {
        int count = (data.cols() + 1 - odd) / 2;
        double sum = 0;
        for (int col = odd; col < data.cols(); col += 2) {
          sum += data.exact(row, col);
        }
        double mean = count == 0 ? 0 : sum / count;
        double squares = 0;
        for (int col = odd; col < data.cols(); col += 2) {
          squares += (data.exact(row, col) - mean) * (data.exact(row, col) - mean);
        }
        sheet.set(row, 3 * odd, count);
        sheet.set(row, 3 * odd + 1, mean);
        sheet.set(row, 3 * odd + 2, squares);
      }
    }
  }

  /** Mean and variance of all from counts, means and counts times variances of parts. */
  private static void aggregate(Sheet sheet) {
    Tile parts = sheet.in(0);
    for (int row = 0; row < parts.rows(); row++) {
      double count = 0;
      double sum = 0;
      for (int part = 0; part < parts.cols(); part += 3) {
        count += parts.exact(row, part);
        sum += parts.exact(row, part) * parts.exact(row, part + 1);
      }
      double mean = sum / count;
      double squares = 0;
      for (int part = 0; part < parts.cols(); part += 3) {
        double apart = parts.exact(row, part + 1) - mean;
        squares += parts.exact(row, part + 2) + parts.exact(row, part) * apart * apart;
      }
      sheet.set(row, 0, mean);
      sheet.set(row, 1, squares / count);
    }
  }

  /**
   * Sixteen partitions hold the elements column by column, and get the largest so, ascending. What
   * the last of those columns holds beyond them is not to be relied on.
   */
  private static void topK(TileOp.TopK op, Sheet sheet) {
    Tile src = sheet.in(0);
    int k = sheet.out().cols();
    for (int first = 0; first < src.rows(); first += GROUP) {
      int base = first;
      List<Integer> order =
          IntStream.range(0, op.elements())
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -src.exact(base + i % GROUP, i / GROUP)))
              .toList();
      for (int i = 0; i < -Math.floorDiv(-k, GROUP) * GROUP; i++) {
        int place = i < k ? order.get(k - 1 - i) : -1;
        double value = place < 0 ? Double.NaN : src.exact(base + place % GROUP, place / GROUP);
        sheet.set(base + i % GROUP, i / GROUP, value);
        setPlace(sheet.outputs().get(1), base + i % GROUP, i / GROUP, place, sheet.rounding());
      }
    }
  }

  /** Only the first of every sixteen partitions takes part. */
  private static void nonzero(TileOp.Nonzero op, Sheet sheet) {
    Tile src = sheet.in(0);
    for (int row = 0; row < src.rows(); row += GROUP) {
      int count = 0;
      for (int col = 0; col < src.cols(); col++) {
        if (src.exact(row, col) != 0) {
          sheet.set(row, count++, col + op.offset());
        }
      }
      for (int col = count; col < src.cols(); col++) {
        sheet.set(row, col, op.padding());
      }
      sheet.set(row, src.cols(), count);
    }
  }
}

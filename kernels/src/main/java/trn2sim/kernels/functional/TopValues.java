package trn2sim.kernels.functional;

import static trn2sim.kernels.functional.TileValues.add;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Plain;
import trn2sim.kernels.functional.TileValues.Sheet;
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
    for (int row = 0; row < sheet.in(0).rows(); row++) {
      List<Integer> found = matches(sheet, row);
      for (int i = 0; i < EIGHT; i++) {
        sheet.set(row, i, found.get(i));
      }
    }
  }

  /** The place of each of eight values in the row, or -1. */
  private static List<Integer> matches(Sheet sheet, int row) {
    Tile data = sheet.in(0);
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < EIGHT; i++) {
      double wanted = sheet.in(1).exact(row, i);
      int place = 0;
      while (place < data.cols() && (data.exact(row, place) != wanted || taken.contains(place))) {
        place++;
      }
      taken.add(place == data.cols() ? -1 : place);
    }
    return taken;
  }

  private static void matchReplace(TileOp.MatchReplace op, Sheet sheet) {
    Tile data = sheet.in(0);
    for (int row = 0; row < data.rows(); row++) {
      List<Integer> found = matches(sheet, row);
      for (int col = 0; col < data.cols(); col++) {
        sheet.set(row, col, found.contains(col) ? op.replacement() : data.exact(row, col));
      }
      for (int i = 0; sheet.has(1) && i < EIGHT; i++) {
        sheet.outputs().get(1).setExact(row, i, found.get(i), sheet.rounding());
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

  /** Sixteen partitions hold the elements column by column; all get the largest, ascending. */
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
      for (int row = first; row < Math.min(first + GROUP, src.rows()); row++) {
        for (int i = 0; i < k; i++) {
          int place = order.get(k - 1 - i);
          sheet.set(row, i, src.exact(base + place % GROUP, place / GROUP));
          sheet.outputs().get(1).setExact(row, i, place, sheet.rounding());
        }
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

package trn2sim.kernels.functional;

import static trn2sim.kernels.functional.TileValues.add;

import java.util.Map;
import java.util.function.BiConsumer;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Plain;
import trn2sim.kernels.functional.TileValues.Sheet;
import trn2sim.kernels.math.Alu;
import trn2sim.kernels.math.Tile;

/** Operations that move elements to other places. */
final class CrossValues {
  private static final int SHUFFLED = 32;
  private static final int KEEPS = 255;
  private static final int GROUP = 16;

  private CrossValues() {}

  static void addTo(Map<Object, BiConsumer<TileOp, Sheet>> rules) {
    add(rules, TileOp.PartitionReduce.class, CrossValues::partitionReduce);
    add(rules, TileOp.Shuffle.class, CrossValues::shuffle);
    add(rules, TileOp.LocalGather.class, CrossValues::localGather);
    rules.put(Plain.NC_N_GATHER, (op, sheet) -> gather(sheet));
    rules.put(Plain.SEQUENCE_BOUNDS, (op, sheet) -> bounds(sheet));
    rules.put(Plain.NC_TRANSPOSE, (op, sheet) -> transpose(sheet));
    rules.put(Plain.REGISTER_LOAD, (op, sheet) -> sheet.set(0, 0, sheet.in(0).exact(0, 0)));
    rules.put(Plain.REGISTER_STORE, (op, sheet) -> sheet.set(0, 0, sheet.in(0).exact(0, 0)));
  }

  private static void partitionReduce(TileOp.PartitionReduce op, Sheet sheet) {
    Tile src = sheet.in(0);
    for (int col = 0; col < src.cols(); col++) {
      double folded = Alu.first(op.op(), src.exact(0, col));
      for (int row = 1; row < src.rows(); row++) {
        folded = Alu.fold(op.op(), folded, src.exact(row, col));
      }
      sheet.set(0, col, folded);
    }
  }

  private static void shuffle(TileOp.Shuffle op, Sheet sheet) {
    Tile src = sheet.in(0);
    for (int row = 0; row < sheet.out().rows(); row++) {
      int from = op.from().get(row % SHUFFLED % op.from().size());
      int source = row / SHUFFLED * SHUFFLED + from;
      for (int col = 0; from != KEEPS && source < src.rows() && col < src.cols(); col++) {
        sheet.set(row, col, src.exact(source, col));
      }
    }
  }

  /**
   * Sixteen partitions take the same places, which they hold column by column; each says where its
   * elements begin.
   */
  private static void localGather(TileOp.LocalGather op, Sheet sheet) {
    Tile src = sheet.in(0);
    Tile index = sheet.in(1);
    for (int row = 0; row < sheet.out().rows(); row++) {
      int first = row / GROUP * GROUP;
      for (int i = 0; i < op.valid(); i++) {
        int place = (int) index.exact(first + i % GROUP, i / GROUP);
        for (int e = 0; e < op.each() && place + e < src.cols(); e++) {
          sheet.set(row, i * op.each() + e, src.exact(row, place + e));
        }
      }
    }
  }

  /** An index out of bounds gives garbage, as documented: no number, which a comparison shows. */
  private static void gather(Sheet sheet) {
    Tile src = sheet.in(0);
    for (int row = 0; row < sheet.out().rows(); row++) {
      for (int col = 0; col < sheet.out().cols(); col++) {
        double place = sheet.in(1).exact(row, col);
        boolean inside = place >= 0 && place < src.cols();
        sheet.set(row, col, inside ? src.exact(row, (int) place) : Double.NaN);
      }
    }
  }

  /** For each element, where the run of its value begins and where it ends; nothing for zeros. */
  private static void bounds(Sheet sheet) {
    Tile ids = sheet.in(0);
    int length = ids.cols();
    for (int row = 0; row < ids.rows(); row++) {
      for (int col = 0; col < length; col++) {
        double id = ids.exact(row, col);
        int first = col;
        int last = col + 1;
        while (first > 0 && ids.exact(row, first - 1) == id) {
          first--;
        }
        while (last < length && ids.exact(row, last) == id) {
          last++;
        }
        sheet.set(row, col, id == 0 ? length : first);
        sheet.set(row, length + col, id == 0 ? -1 : last);
      }
    }
  }

  private static void transpose(Sheet sheet) {
    for (int row = 0; row < sheet.out().rows(); row++) {
      for (int col = 0; col < sheet.out().cols(); col++) {
        sheet.set(row, col, sheet.in(0).exact(col, row));
      }
    }
  }
}

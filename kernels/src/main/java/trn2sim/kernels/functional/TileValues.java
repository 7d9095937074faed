package trn2sim.kernels.functional;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Scalar;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Tile;

/** What each {@link TileOp} computes. */
final class TileValues {
  /** The operands of one instruction, in NKI's order. */
  record Sheet(List<Tile> inputs, List<Tile> outputs, Rounding rounding) {
    Tile in(int number) {
      return inputs.get(number);
    }

    Tile out() {
      return outputs.get(0);
    }

    boolean has(int output) {
      return outputs.size() > output;
    }

    void set(int row, int col, double value) {
      out().setExact(row, col, value, rounding);
    }

    /** A number, or the element of an input that has one for each row or element. */
    double get(Scalar scalar, int row, int col) {
      return scalar.isNumber() ? scalar.value() : spread(in(scalar.input()), row, col);
    }

    /** An element of a tile, a column or a row. */
    static double spread(Tile tile, int row, int col) {
      return tile.exact(tile.rows() == 1 ? 0 : row, tile.cols() == 1 ? 0 : col);
    }
  }

  /** One for each kind of operation. */
  static final Map<Object, BiConsumer<TileOp, Sheet>> RULES = new HashMap<>();

  static {
    RowValues.addTo(RULES);
    TopValues.addTo(RULES);
    CrossValues.addTo(RULES);
    RandomValues.addTo(RULES);
  }

  private TileValues() {}

  static void compute(TileOp op, Sheet sheet) {
    Object key = op instanceof TileOp.Plain plain ? plain : op.getClass();
    RULES.get(key).accept(op, sheet);
  }

  /** Adds the rule of one kind of operation. */
  static <T extends TileOp> void add(
      Map<Object, BiConsumer<TileOp, Sheet>> rules, Class<T> kind, BiConsumer<T, Sheet> rule) {
    rules.put(kind, (op, sheet) -> rule.accept(kind.cast(op), sheet));
  }
}

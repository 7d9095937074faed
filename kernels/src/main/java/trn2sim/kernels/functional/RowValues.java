package trn2sim.kernels.functional;

import static trn2sim.kernels.functional.TileValues.add;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import trn2sim.hw.isa.Affine;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Fold;
import trn2sim.kernels.functional.TileValues.Sheet;
import trn2sim.kernels.math.Alu;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.UnaryFunction;

/** Operations whose elements depend on their own place, or on those before them in the row. */
final class RowValues {
  /** The value of one element. */
  private interface Element {
    double at(int row, int col);
  }

  private RowValues() {}

  static void addTo(Map<Object, BiConsumer<TileOp, Sheet>> rules) {
    add(rules, TileOp.Iota.class, (op, s) -> each(s, (r, c) -> op.values().at(r, c)));
    add(rules, TileOp.AffineSelect.class, RowValues::affineSelect);
    add(rules, TileOp.RangeSelect.class, RowValues::rangeSelect);
    add(rules, TileOp.Select.class, RowValues::select);
    add(rules, TileOp.ScalarReduce.class, RowValues::scalarReduce);
    add(rules, TileOp.TensorsReduce.class, RowValues::tensorsReduce);
    add(rules, TileOp.Exponential.class, RowValues::exponential);
    add(rules, TileOp.Scan.class, RowValues::scan);
    add(rules, TileOp.Cumulative.class, RowValues::cumulative);
    add(rules, TileOp.RegisterMove.class, RowValues::registerMove);
    add(rules, TileOp.RegisterCombine.class, RowValues::registerCombine);
  }

  private static void each(Sheet sheet, Element element) {
    Tile out = sheet.out();
    for (int row = 0; row < out.rows(); row++) {
      for (int col = 0; col < out.cols(); col++) {
        sheet.set(row, col, element.at(row, col));
      }
    }
  }

  private static void each(Sheet sheet, Optional<Fold> fold, Element element) {
    each(sheet, element);
    if (fold.isPresent() && sheet.has(1)) {
      Tile column = sheet.outputs().get(1);
      Tile before = fold.get().goesOn() ? sheet.in(sheet.inputs().size() - 1) : column;
      fold(fold.get(), element, sheet.out(), before, column, sheet.rounding());
    }
  }

  /** Reduces the rows of a tile into a column. */
  static void fold(Fold fold, Tile values, Tile before, Tile column, Rounding rounding) {
    fold(fold, values::exact, values, before, column, rounding);
  }

  private static void fold(
      Fold fold, Element element, Tile shape, Tile before, Tile column, Rounding rounding) {
    for (int row = 0; row < shape.rows(); row++) {
      float folded = (float) element.at(row, 0);
      for (int col = 1; col < shape.cols(); col++) {
        folded = Alu.apply(fold.op(), folded, (float) element.at(row, col));
      }
      float all = from(fold, before, row, folded);
      column.set(row, 0, fold.negate() ? -all : all, rounding);
    }
  }

  private static float from(Fold fold, Tile before, int row, float folded) {
    return switch (fold.start().kind()) {
      case NOTHING -> folded;
      case NUMBER -> Alu.apply(fold.op(), fold.start().number(), folded);
      case HELD -> Alu.apply(fold.op(), before.get(row, 0), folded);
      case OPPOSITE -> Alu.apply(fold.op(), -before.get(row, 0), folded);
    };
  }

  private static void affineSelect(TileOp.AffineSelect op, Sheet sheet) {
    each(
        sheet,
        (row, col) ->
            Affine.all(op.kept(), row, col) ? sheet.in(0).exact(row, col) : op.otherwise());
  }

  private static void rangeSelect(TileOp.RangeSelect op, Sheet sheet) {
    each(
        sheet,
        op.fold(),
        (row, col) -> {
          float place = op.start() + col;
          boolean first = holds(op.first(), place, Sheet.spread(sheet.in(1), row, 0));
          boolean second = holds(op.second(), place, Sheet.spread(sheet.in(2), row, 0));
          return first && second ? sheet.in(0).exact(row, col) : op.otherwise();
        });
  }

  private static boolean holds(AluOp comparison, float left, double right) {
    return Alu.apply(comparison, left, (float) right) != 0;
  }

  /** Reads what dst holds before anything is written to it. */
  private static void select(TileOp.Select op, Sheet sheet) {
    each(
        sheet,
        op.fold(),
        (row, col) -> {
          boolean holds = (sheet.in(0).exact(row, col) != 0) != op.reversed();
          return sheet.get(holds ? op.whenTrue() : op.otherwise(), row, col);
        });
  }

  private static void scalarReduce(TileOp.ScalarReduce op, Sheet sheet) {
    each(
        sheet,
        op.fold(),
        (row, col) ->
            apply(
                op.op(),
                sheet.in(0).exact(row, col),
                sheet.get(op.operand(), row, col),
                op.reversed()));
  }

  private static void tensorsReduce(TileOp.TensorsReduce op, Sheet sheet) {
    each(
        sheet,
        op.fold(),
        (row, col) -> {
          double data = sheet.in(0).exact(row, col);
          double first = apply(op.op0(), data, sheet.get(op.operand(), row, col), op.reverse0());
          return apply(op.op1(), first, sheet.in(1).exact(row, col), op.reverse1());
        });
  }

  private static float apply(AluOp op, double left, double right, boolean reversed) {
    return reversed
        ? Alu.apply(op, (float) right, (float) left)
        : Alu.apply(op, (float) left, (float) right);
  }

  private static void exponential(TileOp.Exponential op, Sheet sheet) {
    each(
        sheet,
        op.fold(),
        (row, col) -> {
          double value = sheet.in(0).exact(row, col) - sheet.get(op.largest(), row, col);
          return UnaryFunction.EXP.apply((float) value);
        });
  }

  private static void scan(TileOp.Scan op, Sheet sheet) {
    for (int row = 0; row < sheet.out().rows(); row++) {
      float state = (float) sheet.get(op.initial(), row, 0);
      for (int col = 0; col < sheet.out().cols(); col++) {
        state = apply(op.op0(), Sheet.spread(sheet.in(0), row, col), state, op.reverse0());
        state = apply(op.op1(), state, Sheet.spread(sheet.in(1), row, col), op.reverse1());
        sheet.set(row, col, state);
      }
    }
  }

  private static void cumulative(TileOp.Cumulative op, Sheet sheet) {
    for (int row = 0; row < sheet.out().rows(); row++) {
      float state = (float) sheet.get(op.initial(), row, 0);
      for (int col = 0; col < sheet.out().cols(); col++) {
        double element = sheet.in(0).exact(row, col);
        float mapped = apply(op.op0(), element, sheet.get(op.operand(), row, col), op.reverse0());
        state = Alu.apply(op.op1(), mapped, state);
        sheet.set(row, col, state);
      }
    }
  }

  private static void registerMove(TileOp.RegisterMove op, Sheet sheet) {
    sheet.set(0, 0, moved(op, sheet));
  }

  /** Registers wrap, as sums and products of {@code int} do. */
  private static int moved(TileOp.RegisterMove op, Sheet sheet) {
    return (int) (long) sheet.get(op.value(), 0, 0) * op.factor() + op.addend();
  }

  private static void registerCombine(TileOp.RegisterCombine op, Sheet sheet) {
    int left = moved(op.left(), sheet);
    int right = moved(op.right(), sheet);
    sheet.set(0, 0, op.multiplied() ? left * right : left + right);
  }
}

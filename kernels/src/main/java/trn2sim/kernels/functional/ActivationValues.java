package trn2sim.kernels.functional;

import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.TileOp.Fold;
import trn2sim.kernels.math.BinaryOp;
import trn2sim.kernels.math.RowFold;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;
import trn2sim.kernels.math.UnaryFunction;

/** An activation: a function of what is scaled and shifted first, and perhaps the rows reduced. */
record ActivationValues(TileMath math, CoreOperands operands, Activation activation) {
  void compute() {
    Tile src = operands.read(activation.src());
    boolean plain = activation.scale() == 1 && activation.shift() == 0 && !activation.hasColumn();
    Tile input = plain ? src : scaled(src);
    activation.rows().ifPresent(rows -> fold(input, rows));
    operands.write(activation.dst(), dst -> math.activate(function(), input, dst));
  }

  private UnaryFunction function() {
    return UnaryFunction.valueOf(activation.function().name());
  }

  /** Rows are reduced before they are rounded to the type of dst. */
  private void fold(Tile input, Activation.Rows rows) {
    Tile exact = Copies.fresh(input.rows(), input.cols());
    math.activate(function(), input, exact);
    boolean sum = rows.fold().equals(Fold.of(AluOp.ADD));
    Tile before = operands.read(rows.before());
    operands.write(
        rows.into(),
        column -> {
          if (sum) {
            math.reduce(RowFold.ADD, exact, column);
          } else {
            RowValues.fold(rows.fold(), exact, before, column, math.rounding());
          }
        });
  }

  private Tile scaled(Tile src) {
    Tile scaled = Copies.fresh(src.rows(), src.cols());
    if (activation.scales().isPresent()) {
      math.rowScalar(BinaryOp.MULTIPLY, src, operands.read(activation.scales().get()), scaled);
    } else {
      math.scalar(BinaryOp.MULTIPLY, src, activation.scale(), scaled);
    }
    if (activation.shift() != 0) {
      math.scalar(BinaryOp.ADD, scaled, activation.shift(), scaled);
    }
    activation
        .bias()
        .ifPresent(b -> math.rowScalar(BinaryOp.ADD, scaled, operands.read(b), scaled));
    return scaled;
  }
}

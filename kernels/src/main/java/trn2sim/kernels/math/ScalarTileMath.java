package trn2sim.kernels.math;

import java.util.Arrays;

/** The reference implementation: one element at a time, written to be obviously right. */
public record ScalarTileMath(Rounding rounding) implements TileMath {
  @Override
  public TileMath with(Rounding other) {
    return new ScalarTileMath(other);
  }

  @Override
  public void matmul(Tile stationary, Tile moving, Tile accumulator, Write write) {
    TileMath.checkMatmul(stationary, moving, accumulator);
    for (int m = 0; m < accumulator.rows(); m++) {
      for (int n = 0; n < accumulator.cols(); n++) {
        float sum = write == Write.ACCUMULATE ? accumulator.get(m, n) : 0f;
        for (int k = 0; k < stationary.rows(); k++) {
          sum = Math.fma(stationary.get(k, m), moving.get(k, n), sum);
        }
        accumulator.set(m, n, sum, rounding);
      }
    }
  }

  @Override
  public void copy(Tile source, Tile target) {
    source.requireShape(target.rows(), target.cols());
    boolean sameType = source.data().type() == target.data().type();
    for (int r = 0; r < target.rows(); r++) {
      if (sameType) {
        target.data().copy(source.data(), source.row(r), target.row(r));
        continue;
      }
      for (int c = 0; c < target.cols(); c++) {
        target.set(r, c, source.get(r, c), rounding);
      }
    }
  }

  @Override
  public void fill(Tile target, float value) {
    for (int r = 0; r < target.rows(); r++) {
      for (int c = 0; c < target.cols(); c++) {
        target.set(r, c, value, rounding);
      }
    }
  }

  @Override
  public void binary(BinaryOp op, Tile left, Tile right, Tile target) {
    left.requireShape(target.rows(), target.cols());
    right.requireShape(target.rows(), target.cols());
    for (int r = 0; r < target.rows(); r++) {
      for (int c = 0; c < target.cols(); c++) {
        target.set(r, c, op.apply(left.get(r, c), right.get(r, c)), rounding);
      }
    }
  }

  @Override
  public void scalar(BinaryOp op, Tile source, float scalar, Tile target) {
    source.requireShape(target.rows(), target.cols());
    for (int r = 0; r < target.rows(); r++) {
      for (int c = 0; c < target.cols(); c++) {
        target.set(r, c, op.apply(source.get(r, c), scalar), rounding);
      }
    }
  }

  @Override
  public void rowScalar(BinaryOp op, Tile source, Tile column, Tile target) {
    source.requireShape(target.rows(), target.cols());
    column.requireShape(target.rows(), 1);
    for (int r = 0; r < target.rows(); r++) {
      for (int c = 0; c < target.cols(); c++) {
        target.set(r, c, op.apply(source.get(r, c), column.get(r, 0)), rounding);
      }
    }
  }

  @Override
  public void reduce(RowFold op, Tile source, Tile column) {
    column.requireShape(source.rows(), 1);
    float[] partials = new float[RowFold.LANES];
    for (int r = 0; r < source.rows(); r++) {
      Arrays.fill(partials, op.identity());
      for (int c = 0; c < source.cols(); c++) {
        int lane = c % RowFold.LANES;
        partials[lane] = op.op().apply(partials[lane], source.get(r, c));
      }
      column.set(r, 0, op.combine(partials), rounding);
    }
  }

  @Override
  public void activate(UnaryFunction function, Tile source, Tile target) {
    source.requireShape(target.rows(), target.cols());
    for (int r = 0; r < target.rows(); r++) {
      for (int c = 0; c < target.cols(); c++) {
        target.set(r, c, function.apply(source.get(r, c)), rounding);
      }
    }
  }
}

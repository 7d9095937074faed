package trn2sim.kernels.math.vector;

import trn2sim.kernels.math.BinaryOp;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.RowFold;
import trn2sim.kernels.math.Run;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;
import trn2sim.kernels.math.UnaryFunction;

/** Tile arithmetic with the Vector API, bit for bit equal to the scalar one. */
public record VectorTileMath(Rounding rounding) implements TileMath {
  /** Edge of the squares a transposing copy works in, so that both sides stay in cache. */
  private static final int COPY_BLOCK = 32;

  @Override
  public TileMath with(Rounding other) {
    return new VectorTileMath(other);
  }

  @Override
  public void matmul(Tile stationary, Tile moving, Tile accumulator, Write write) {
    TileMath.checkMatmul(stationary, moving, accumulator);
    new BlockedProduct(stationary, moving, accumulator, Workspace.get()).run(write);
  }

  @Override
  public void copy(Tile source, Tile target) {
    source.requireShape(target.rows(), target.cols());
    int width = source.colStride() == 1 && target.colStride() == 1 ? source.cols() : COPY_BLOCK;
    RowBuffer buffer = Workspace.get().first;
    for (int c = 0; c < source.cols(); c += width) {
      int count = Math.min(width, source.cols() - c);
      for (int r = 0; r < source.rows(); r++) {
        Run from = source.row(r).part(c, count);
        Run to = target.row(r).part(c, count);
        copyRun(source.data(), from, target.data(), to, buffer);
      }
    }
  }

  private void copyRun(Storage source, Run from, Storage target, Run to, RowBuffer buffer) {
    if (source.type() == target.type()) {
      target.copy(source, from, to);
      return;
    }
    buffer.read(source, from);
    Codec.encode(target, buffer.values, buffer.at, to, rounding);
  }

  @Override
  public void fill(Tile target, float value) {
    RowBuffer buffer = Workspace.get().first;
    buffer.fill(value, target.cols());
    for (int r = 0; r < target.rows(); r++) {
      Codec.encode(target.data(), buffer.values, buffer.at, target.row(r), rounding);
    }
  }

  @Override
  public void binary(BinaryOp op, Tile left, Tile right, Tile target) {
    left.requireShape(target.rows(), target.cols());
    right.requireShape(target.rows(), target.cols());
    Workspace space = Workspace.get();
    for (int r = 0; r < target.rows(); r++) {
      space.first.read(left.data(), left.row(r));
      space.second.read(right.data(), right.row(r));
      binaryRow(op, target, r, space);
    }
  }

  @Override
  public void scalar(BinaryOp op, Tile source, float scalar, Tile target) {
    source.requireShape(target.rows(), target.cols());
    Workspace space = Workspace.get();
    space.second.fill(scalar, target.cols());
    for (int r = 0; r < target.rows(); r++) {
      space.first.read(source.data(), source.row(r));
      binaryRow(op, target, r, space);
    }
  }

  @Override
  public void rowScalar(BinaryOp op, Tile source, Tile column, Tile target) {
    source.requireShape(target.rows(), target.cols());
    column.requireShape(target.rows(), 1);
    Workspace space = Workspace.get();
    for (int r = 0; r < target.rows(); r++) {
      space.first.read(source.data(), source.row(r));
      space.second.fill(column.get(r, 0), target.cols());
      binaryRow(op, target, r, space);
    }
  }

  private void binaryRow(BinaryOp op, Tile target, int row, Workspace space) {
    Run run = target.row(row);
    space.result.target(target.data(), run);
    RowMath.binary(op, space.first, space.second, space.result, target.cols());
    space.result.write(target.data(), run, rounding);
  }

  @Override
  public void reduce(RowFold op, Tile source, Tile column) {
    column.requireShape(source.rows(), 1);
    Workspace space = Workspace.get();
    for (int r = 0; r < source.rows(); r++) {
      space.first.read(source.data(), source.row(r));
      float value = RowMath.reduce(op, space.first, source.cols(), space.second);
      column.set(r, 0, value, rounding);
    }
  }

  @Override
  public void activate(UnaryFunction function, Tile source, Tile target) {
    source.requireShape(target.rows(), target.cols());
    Workspace space = Workspace.get();
    for (int r = 0; r < target.rows(); r++) {
      Run run = target.row(r);
      space.first.read(source.data(), source.row(r));
      space.result.target(target.data(), run);
      RowMath.activate(function, space.first, space.result, target.cols());
      space.result.write(target.data(), run, rounding);
    }
  }
}

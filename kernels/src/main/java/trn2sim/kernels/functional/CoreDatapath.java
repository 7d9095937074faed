package trn2sim.kernels.functional;

import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Datapath;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.math.BinaryOp;
import trn2sim.kernels.math.Reduction;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/** The arithmetic of one core on its memory. */
final class CoreDatapath implements Datapath {
  private final TileMath math;
  private final Operands operands;

  CoreDatapath(CoreMemory memory, TileMath math) {
    this.math = math;
    this.operands = new Operands(memory, math);
  }

  @Override
  public void matmul(NcMatmul i) {
    TileMath.Write write = i.start() ? TileMath.Write.OVERWRITE : TileMath.Write.ACCUMULATE;
    Tile stationary = operands.read(i.stationary());
    Tile moving = operands.read(i.moving());
    operands.write(i.dst(), dst -> product(stationary, moving, dst, write, i.doubleRow()));
  }

  /** Double-row mode holds the second K slice in the upper half of the free dimension. */
  private void product(
      Tile stationary, Tile moving, Tile dst, TileMath.Write write, boolean doubleRow) {
    if (!doubleRow) {
      math.matmul(stationary, moving, dst, write);
      return;
    }
    int m = stationary.cols() / 2;
    int n = moving.cols() / 2;
    math.matmul(stationary.cols(0, m), moving.cols(0, n), dst, write);
    math.matmul(stationary.cols(m, m), moving.cols(n, n), dst, TileMath.Write.ACCUMULATE);
  }

  @Override
  public void transpose(NcTranspose i) {
    Tile src = operands.read(i.src());
    operands.write(i.dst(), dst -> math.transpose(src, dst));
  }

  @Override
  public void elementwise(Elementwise i) {
    operands.write(i.dst(), dst -> elementwise(i, dst));
  }

  private void elementwise(Elementwise i, Tile dst) {
    switch (i.op()) {
      case MEMSET -> math.fill(dst, i.immediate());
      case TENSOR_COPY -> math.copy(source(i), dst);
      case TENSOR_TENSOR_ADD -> math.binary(BinaryOp.ADD, source(i), other(i), dst);
      case TENSOR_TENSOR_SUBTRACT -> math.binary(BinaryOp.SUBTRACT, source(i), other(i), dst);
      case TENSOR_TENSOR_MULTIPLY -> math.binary(BinaryOp.MULTIPLY, source(i), other(i), dst);
      case TENSOR_TENSOR_MAX -> math.binary(BinaryOp.MAX, source(i), other(i), dst);
      case TENSOR_SCALAR_ADD -> scalar(BinaryOp.ADD, i, dst);
      case TENSOR_SCALAR_MULTIPLY -> scalar(BinaryOp.MULTIPLY, i, dst);
      case TENSOR_REDUCE_ADD -> math.reduce(Reduction.ADD, source(i), dst);
      case TENSOR_REDUCE_MAX -> math.reduce(Reduction.MAX, source(i), dst);
      case TENSOR_TENSOR_SCAN -> scan(source(i), other(i), dst);
      case RECIPROCAL -> math.activate(trn2sim.kernels.math.Activation.RECIPROCAL, source(i), dst);
    }
  }

  private void scalar(BinaryOp op, Elementwise i, Tile dst) {
    if (i.other().isPresent()) {
      math.rowScalar(op, source(i), other(i), dst);
    } else {
      math.scalar(op, source(i), i.immediate(), dst);
    }
  }

  /** Running state = state * source + other, column by column. */
  private void scan(Tile source, Tile other, Tile dst) {
    for (int row = 0; row < dst.rows(); row++) {
      float state = 0;
      for (int col = 0; col < dst.cols(); col++) {
        state = state * source.get(row, col) + other.get(row, col);
        dst.set(row, col, state, math.rounding());
      }
    }
  }

  private Tile source(Elementwise i) {
    return operands.read(i.src().orElseThrow());
  }

  private Tile other(Elementwise i) {
    return operands.read(i.other().orElseThrow());
  }

  @Override
  public void activation(Activation i) {
    Tile src = operands.read(i.src());
    Tile input = i.scale() == 1 && i.bias().isEmpty() ? src : scaled(i, src);
    var function = trn2sim.kernels.math.Activation.valueOf(i.function().name());
    operands.write(i.dst(), dst -> math.activate(function, input, dst));
  }

  private Tile scaled(Activation i, Tile src) {
    Storage storage = Storage.allocate(trn2sim.hw.memory.DType.FP32, src.rows() * src.cols());
    Tile scaled = Tile.dense(storage, src.rows(), src.cols());
    math.scalar(BinaryOp.MULTIPLY, src, i.scale(), scaled);
    i.bias().ifPresent(b -> math.rowScalar(BinaryOp.ADD, scaled, operands.read(b), scaled));
    return scaled;
  }

  @Override
  public void dma(DmaCopy i) {
    Tile src = operands.read(i.src());
    operands.write(i.dst(), dst -> move(i, src, dst));
  }

  /** Equal shapes move row by row; otherwise elements keep their order. */
  private void move(DmaCopy i, Tile src, Tile dst) {
    if (i.transpose()) {
      math.transpose(src, dst);
    } else if (src.rows() == dst.rows()) {
      math.copy(src, dst);
    } else {
      reshape(i.src(), src, dst);
    }
  }

  private void reshape(Access from, Tile src, Tile dst) {
    Storage flat = Storage.allocate(from.dtype(), src.rows() * src.cols());
    math.copy(src, Tile.dense(flat, src.rows(), src.cols()));
    math.copy(Tile.dense(flat, dst.rows(), dst.cols()), dst);
  }
}

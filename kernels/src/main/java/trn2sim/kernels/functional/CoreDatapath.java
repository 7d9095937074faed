package trn2sim.kernels.functional;

import java.util.List;
import java.util.Optional;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.Datapath;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.TensorReduce;
import trn2sim.hw.isa.TileProduct;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.math.Alu;
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
  public void arithmetic(Arithmetic i) {
    Tile src = operands.read(i.src());
    List<Optional<Tile>> others =
        i.terms().stream().map(term -> term.operand().access().map(operands::read)).toList();
    operands.write(
        i.dst(),
        dst -> {
          for (int row = 0; row < dst.rows(); row++) {
            for (int col = 0; col < dst.cols(); col++) {
              float value = src.get(row, col);
              for (int t = 0; t < others.size(); t++) {
                value = term(i.terms().get(t), value, others.get(t), row, col);
              }
              dst.set(row, col, value, math.rounding());
            }
          }
        });
  }

  private static float term(
      Arithmetic.Term term, float value, Optional<Tile> tile, int row, int col) {
    float other =
        term.operand() instanceof Arithmetic.Immediate immediate
            ? immediate.value()
            : tile.orElseThrow().get(row, tile.get().cols() == 1 ? 0 : col);
    return term.reversed()
        ? Alu.apply(term.op(), other, value)
        : Alu.apply(term.op(), value, other);
  }

  @Override
  public void reduce(TensorReduce i) {
    Tile src = operands.read(i.src());
    operands.write(
        i.dst(),
        dst -> {
          int each = src.cols() / dst.cols();
          for (int row = 0; row < dst.rows(); row++) {
            for (int col = 0; col < dst.cols(); col++) {
              float folded = src.get(row, col * each);
              for (int k = 1; k < each; k++) {
                folded = Alu.apply(i.op(), folded, src.get(row, col * each + k));
              }
              dst.set(row, col, i.negate() ? -folded : folded, math.rounding());
            }
          }
        });
  }

  @Override
  public void activation(Activation i) {
    Tile src = operands.read(i.src());
    boolean plain = i.scale() == 1 && !i.hasColumn();
    Tile input = plain ? src : scaled(i, src);
    var function = trn2sim.kernels.math.Activation.valueOf(i.function().name());
    operands.write(i.dst(), dst -> math.activate(function, input, dst));
    i.sums().ifPresent(into -> sum(i, input, into));
  }

  /** The sums are of the values before they are rounded to the type of dst. */
  private void sum(Activation i, Tile input, Access into) {
    Tile exact = fresh(input.rows(), input.cols());
    math.activate(trn2sim.kernels.math.Activation.valueOf(i.function().name()), input, exact);
    operands.write(into, column -> math.reduce(Reduction.ADD, exact, column));
  }

  private static Tile fresh(int rows, int cols) {
    return Tile.dense(Storage.allocate(trn2sim.hw.memory.DType.FP32, rows * cols), rows, cols);
  }

  private Tile scaled(Activation i, Tile src) {
    Tile scaled = fresh(src.rows(), src.cols());
    if (i.scales().isPresent()) {
      math.rowScalar(BinaryOp.MULTIPLY, src, operands.read(i.scales().get()), scaled);
    } else {
      math.scalar(BinaryOp.MULTIPLY, src, i.scale(), scaled);
    }
    i.bias().ifPresent(b -> math.rowScalar(BinaryOp.ADD, scaled, operands.read(b), scaled));
    return scaled;
  }

  /** A result of a narrower type is rounded once, from the whole sum. */
  @Override
  public void product(TileProduct i) {
    Tile left = operands.read(i.left()).transposed();
    Tile right = operands.read(i.right());
    TileMath.Write write = i.add() ? TileMath.Write.ACCUMULATE : TileMath.Write.OVERWRITE;
    boolean wide = i.dst().dtype() == trn2sim.hw.memory.DType.FP32;
    operands.write(
        i.dst(),
        dst -> {
          Tile sums = wide ? dst : fresh(dst.rows(), dst.cols());
          math.matmul(left, right, sums, write);
          if (!wide) {
            math.copy(sums, dst);
          }
        });
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

package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Affine;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Datapath;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.LoopTurns;
import trn2sim.hw.isa.Masked;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.isa.TensorReduce;
import trn2sim.hw.isa.TileFunction;
import trn2sim.hw.isa.TileProduct;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Alu;
import trn2sim.kernels.math.BinaryOp;
import trn2sim.kernels.math.RowFold;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;
import trn2sim.kernels.math.UnaryFunction;

/** The arithmetic of one core on its memory. */
final class CoreDatapath implements Datapath {
  private final TileMath math;
  private final CoreOperands operands;

  CoreDatapath(TileMath math, CoreOperands operands) {
    this.math = math;
    this.operands = operands;
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
  public void barrier(CoreBarrier i) {
    i.turns().ifPresent(turns -> check(turns, i.sources()));
  }

  private void check(LoopTurns loop, List<Access> registers) {
    long turns =
        loop.by(registers.stream().map(register -> operands.read(register).exact(0, 0)).toList());
    if (turns != loop.turns()) {
      throw new OperandException(
          loop.place()
              + ": rounds of this loop: "
              + turns
              + " by the values in its registers, "
              + loop.turns()
              + " by kernel.trip_counts");
    }
  }

  @Override
  public void transpose(NcTranspose i) {
    Tile src = operands.read(i.src());
    operands.write(i.dst(), dst -> math.transpose(Copies.apart(math, src, dst), dst));
  }

  @Override
  public void elementwise(Elementwise i) {
    operands.write(i.dst(), dst -> elementwise(i, dst));
  }

  private void elementwise(Elementwise i, Tile dst) {
    switch (i.op()) {
      case MEMSET -> fill(dst, i.immediate());
      case TENSOR_COPY -> math.copy(source(i), dst);
      case TENSOR_TENSOR_ADD -> math.binary(BinaryOp.ADD, source(i), other(i), dst);
      case TENSOR_TENSOR_SUBTRACT -> math.binary(BinaryOp.SUBTRACT, source(i), other(i), dst);
      case TENSOR_TENSOR_MULTIPLY -> math.binary(BinaryOp.MULTIPLY, source(i), other(i), dst);
      case TENSOR_TENSOR_MAX -> math.binary(BinaryOp.MAX, source(i), other(i), dst);
      case TENSOR_SCALAR_ADD -> scalar(BinaryOp.ADD, i, dst);
      case TENSOR_SCALAR_MULTIPLY -> scalar(BinaryOp.MULTIPLY, i, dst);
      case TENSOR_REDUCE_ADD -> math.reduce(RowFold.ADD, source(i), dst);
      case TENSOR_REDUCE_MAX -> math.reduce(RowFold.MAX, source(i), dst);
      case TENSOR_TENSOR_SCAN -> scan(source(i), other(i), dst);
      case RECIPROCAL -> math.activate(UnaryFunction.RECIPROCAL, source(i), dst);
    }
  }

  private void fill(Tile dst, double value) {
    if (!dst.data().type().isInteger()) {
      math.fill(dst, (float) value);
      return;
    }
    for (int row = 0; row < dst.rows(); row++) {
      for (int col = 0; col < dst.cols(); col++) {
        dst.setExact(row, col, value, math.rounding());
      }
    }
  }

  private void scalar(BinaryOp op, Elementwise i, Tile dst) {
    if (i.other().isPresent()) {
      math.rowScalar(op, source(i), other(i), dst);
    } else {
      math.scalar(op, source(i), (float) i.immediate(), dst);
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
    ArithmeticValues values = new ArithmeticValues(i, src, others);
    operands.write(i.dst(), dst -> values.into(dst, math.rounding()));
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
              double folded = Alu.first(i.op(), src.exact(row, col * each));
              for (int k = 1; k < each; k++) {
                folded = Alu.fold(i.op(), folded, src.exact(row, col * each + k));
              }
              dst.setExact(row, col, i.negate() ? -folded : folded, math.rounding());
            }
          }
        });
  }

  @Override
  public void activation(Activation i) {
    new ActivationValues(math, operands, i).compute();
  }

  /** A result of a narrower type is rounded once, from the whole sum. */
  @Override
  public void product(TileProduct i) {
    Tile left = operands.read(i.left()).transposed();
    Tile right = operands.read(i.right());
    TileMath.Write write = i.add() ? TileMath.Write.ACCUMULATE : TileMath.Write.OVERWRITE;
    boolean wide = i.dst().dtype() == DType.FP32;
    operands.write(
        i.dst(),
        dst -> {
          Tile sums = wide ? dst : Copies.fresh(dst.rows(), dst.cols());
          math.matmul(left, right, sums, write);
          if (!wide) {
            math.copy(sums, dst);
          }
        });
  }

  @Override
  public void tile(TileFunction i) {
    List<Tile> inputs = i.inputs().stream().map(input -> input(i, input)).toList();
    TileValues.Sheet sheet = new TileValues.Sheet(inputs, new ArrayList<>(), math.rounding());
    write(i, 0, sheet);
  }

  /** Some functions move elements, so that what is read must not change meanwhile. */
  private Tile input(TileFunction i, Access access) {
    Tile tile = operands.read(access);
    boolean inPlace = i.outputs().stream().anyMatch(out -> out.buffer().equals(access.buffer()));
    return inPlace ? Copies.dense(math, tile) : tile;
  }

  /** Opens the outputs one inside the other, computes, and closes them. */
  private void write(TileFunction i, int output, TileValues.Sheet sheet) {
    if (output == i.outputs().size()) {
      TileValues.compute(i.op(), sheet);
      return;
    }
    operands.write(
        i.outputs().get(output),
        tile -> {
          sheet.outputs().add(tile);
          write(i, output + 1, sheet);
        });
  }

  /** What the mask leaves out is put back. */
  @Override
  public void masked(Masked i) {
    Access target = i.writes().get(0);
    Tile before = Copies.dense(math, operands.read(target));
    i.whole().apply(this);
    operands.write(
        target,
        dst -> {
          for (int row = 0; row < dst.rows(); row++) {
            for (int col = 0; col < dst.cols(); col++) {
              if (!Affine.all(i.conditions(), row, col)) {
                dst.data().setBits(dst.index(row, col), before.data().bits(before.index(row, col)));
              }
            }
          }
        });
  }

  @Override
  public void dma(DmaCopy i) {
    new DmaMoves(math, operands).move(i);
  }
}

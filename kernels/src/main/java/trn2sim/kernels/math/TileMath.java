package trn2sim.kernels.math;

import trn2sim.hw.memory.DType;

/**
 * The arithmetic of the compute engines on tiles. All implementations give the same bits.
 *
 * <p>Values are read exactly as fp32, computed in fp32 and rounded once when written. A target may
 * be the same tile as a source; tiles that overlap in any other way give undefined values. NaN
 * results agree as NaN; their sign and payload are the processor's in fp32 targets.
 */
public interface TileMath {
  /** What a matrix product does with the values its accumulator holds. */
  enum Write {
    OVERWRITE,
    ACCUMULATE
  }

  /** How this instance rounds values on write. */
  Rounding rounding();

  /** The same arithmetic with another rounding. */
  TileMath with(Rounding rounding);

  /**
   * Matrix product: accumulator [M x N] becomes or gains the transpose of stationary [K x M] times
   * moving [K x N].
   *
   * <p>Canonical order: each element starts at +0 (or its present value) and takes one fused
   * multiply-add per k, in increasing k. The accumulator must be fp32.
   */
  void matmul(Tile stationary, Tile moving, Tile accumulator, Write write);

  /** Copies element by element; bit by bit when the types are equal, else with a cast. */
  void copy(Tile source, Tile target);

  /** Writes the value to every element. */
  void fill(Tile target, float value);

  /** Copies element (r, c) to (c, r); bit by bit when the types are equal, else with a cast. */
  default void transpose(Tile source, Tile target) {
    copy(source, target.transposed());
  }

  /** Combines two tiles element by element. */
  void binary(BinaryOp op, Tile left, Tile right, Tile target);

  /** Combines every element, as left operand, with one scalar. */
  void scalar(BinaryOp op, Tile source, float scalar, Tile target);

  /** Combines every element, as left operand, with the element of its row in a one-column tile. */
  void rowScalar(BinaryOp op, Tile source, Tile column, Tile target);

  /** Folds every row into one element of a one-column tile, in {@link RowFold}'s order. */
  void reduce(RowFold op, Tile source, Tile column);

  /** Applies a function to every element. */
  void activate(UnaryFunction function, Tile source, Tile target);

  /** Checks the operands of a matrix product. */
  static void checkMatmul(Tile stationary, Tile moving, Tile accumulator) {
    moving.requireShape(stationary.rows(), moving.cols());
    accumulator.requireShape(stationary.cols(), moving.cols());
    if (accumulator.data().type() != DType.FP32) {
      throw new IllegalArgumentException(
          "accumulator is " + accumulator.data().type().label() + ", expected fp32");
    }
  }

  /** The fastest implementation this virtual machine offers, rounding to nearest even. */
  static Selection best() {
    return best(Rounding.NEAREST_EVEN);
  }

  /** The fastest implementation this virtual machine offers, with the given rounding. */
  static Selection best(Rounding rounding) {
    return Selection.probe(rounding);
  }
}

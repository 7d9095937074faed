package trn2sim.kernels.api;

import java.util.List;
import java.util.Map;
import java.util.Set;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Tile;

/** The mathematics of a kernel, independent of how it computes it. */
public interface Problem {
  /** A tensor in a rank's HBM. */
  record Tensor(String name, int rows, int cols, DType dtype) {}

  /** What each rank holds before the run. */
  List<Tensor> inputs();

  /** Inputs that are the same on all ranks; the others differ. */
  default Set<String> shared() {
    return Set.of();
  }

  /** Inputs whose values lie in a range, by their names; the others are as the run asks. */
  default Map<String, Range> ranges() {
    return Map.of();
  }

  /** Values from one number, inclusive, to another; whole numbers in tensors of integers. */
  record Range(double low, double high) {}

  /** What tensors hold from the start whatever the seed, by the names of their buffers. */
  default Map<String, Contents> constants() {
    return Map.of();
  }

  /** The values of a tensor, row by row. */
  interface Contents {
    double at(int index);
  }

  /** Floating-point operations that a rank's part of it takes, where they are matmuls; else 0. */
  default double flops() {
    return 0;
  }

  /** Whether the kernel writes over inputs. */
  default boolean inPlace() {
    return false;
  }

  /** The output of each rank. */
  Tensor output();

  /**
   * What a rank's output should be.
   *
   * @param inputs finds the input tensors of any rank, by rank and name
   */
  Expected expected(int rank, Inputs inputs);

  /** Access to what the ranks were given. */
  interface Inputs {
    Tile tensor(int rank, String name);
  }

  /** The right answer, said in terms of the inputs. */
  sealed interface Expected {}

  /**
   * A matrix product.
   *
   * @param left pieces of the left operand, stacked from the top, each [rows x K]
   * @param roundings how often an element is rounded to the type of the output on its way
   */
  record Product(List<Tile> left, Tile right, int roundings) implements Expected {
    /** A product that is summed in fp32 and rounded once. */
    public Product(List<Tile> left, Tile right) {
      this(left, right, 1);
    }
  }

  /**
   * The inputs of several ranks put together, bit for bit.
   *
   * @param byColumns side by side, as opposed to stacked from the top
   */
  record Gathered(List<Tile> pieces, boolean byColumns) implements Expected {}

  /**
   * Every element by itself, in double precision.
   *
   * @param relative the error that the kernel's own arithmetic may have, relative to the element
   * @param ofLargest what it may have besides, relative to the largest element that is not exactly
   *     right
   * @param source who says so
   */
  record Elements(Element values, double relative, double ofLargest, String source)
      implements Expected {
    /** Values that no cancellation makes small. */
    public Elements(Element values, double relative) {
      this(values, relative, 0, "fp64, element by element");
    }
  }

  /** A matrix by its elements. */
  interface Element {
    double at(int row, int col);
  }
}

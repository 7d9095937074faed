package trn2sim.kernels.api;

import java.util.List;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Tile;

/** The mathematics of a kernel, independent of how it computes it. */
public interface Problem {
  /** A tensor in a rank's HBM. */
  record Tensor(String name, int rows, int cols, DType dtype) {}

  /** What each rank holds before the run. */
  List<Tensor> inputs();

  /** The output of each rank. */
  Tensor output();

  /**
   * The product that gives a rank's output: rows [M x K] times columns [K x N].
   *
   * @param inputs finds the input tensors of any rank, by rank and name
   */
  Product expected(int rank, Inputs inputs);

  /** Access to what the ranks were given. */
  interface Inputs {
    Tile tensor(int rank, String name);
  }

  /**
   * Left and right operand of the expected product, as lists of row blocks of the left one.
   *
   * @param left pieces of the left operand, stacked from the top, each [rows x K]
   */
  record Product(List<Tile> left, Tile right) {}
}

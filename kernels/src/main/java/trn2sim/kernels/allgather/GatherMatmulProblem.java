package trn2sim.kernels.allgather;

import trn2sim.kernels.api.GatheredProduct;
import trn2sim.kernels.api.Problem.Tensor;

/** out [m*tp x n] of a rank = the lhs [m x K] of all ranks of its group, stacked, times its rhs. */
final class GatherMatmulProblem {
  static final String LHS = "lhs";
  static final String RHS = "rhs";
  static final String OUT = "out";

  private GatherMatmulProblem() {}

  static GatheredProduct of(Shape shape) {
    return new GatheredProduct(
        new Tensor(LHS, shape.m(), shape.k(), shape.dtype()),
        shape.tp(),
        new Tensor(RHS, shape.k(), shape.n(), shape.dtype()),
        new Tensor(OUT, shape.m() * shape.tp(), shape.n(), shape.dtype()),
        GatheredProduct.Form.PLAIN);
  }
}

package trn2sim.kernels.allgather;

import java.util.List;
import java.util.stream.IntStream;
import trn2sim.kernels.api.Problem;

/** out [m*tp x n] of a rank = the lhs [m x K] of all ranks of its group, stacked, times its rhs. */
record GatherMatmulProblem(Shape shape) implements Problem {
  static final String LHS = "lhs";
  static final String RHS = "rhs";
  static final String OUT = "out";

  @Override
  public List<Tensor> inputs() {
    return List.of(
        new Tensor(LHS, shape.m(), shape.k(), shape.dtype()),
        new Tensor(RHS, shape.k(), shape.n(), shape.dtype()));
  }

  @Override
  public Tensor output() {
    return new Tensor(OUT, shape.m() * shape.tp(), shape.n(), shape.dtype());
  }

  @Override
  public Expected expected(int rank, Inputs inputs) {
    int first = rank / shape.tp() * shape.tp();
    return new Product(
        IntStream.range(first, first + shape.tp()).mapToObj(r -> inputs.tensor(r, LHS)).toList(),
        inputs.tensor(rank, RHS));
  }
}

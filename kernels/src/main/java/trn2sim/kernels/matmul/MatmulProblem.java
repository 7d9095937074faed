package trn2sim.kernels.matmul;

import java.util.List;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Problem;

/** out [M x N] = lhsT [K x M] transposed times rhs [K x N]. */
record MatmulProblem(int m, int k, int n, DType dtype, int roundings) implements Problem {
  static final String LHS_T = "lhsT";
  static final String RHS = "rhs";
  static final String OUT = "out";

  @Override
  public List<Tensor> inputs() {
    return List.of(new Tensor(LHS_T, k, m, dtype), new Tensor(RHS, k, n, dtype));
  }

  @Override
  public Tensor output() {
    return new Tensor(OUT, m, n, dtype);
  }

  @Override
  public Product expected(int rank, Inputs inputs) {
    return new Product(
        List.of(inputs.tensor(rank, LHS_T).transposed()), inputs.tensor(rank, RHS), roundings);
  }
}

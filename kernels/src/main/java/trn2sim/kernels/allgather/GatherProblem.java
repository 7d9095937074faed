package trn2sim.kernels.allgather;

import java.util.List;
import java.util.stream.IntStream;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Problem;

/** Every rank ends with the [rows x cols] input of all, side by side or stacked. */
record GatherProblem(int rows, int cols, int tp, boolean byColumns, DType dtype)
    implements Problem {
  static final String IN = "in";
  static final String OUT = "out";

  @Override
  public List<Tensor> inputs() {
    return List.of(new Tensor(IN, rows, cols, dtype));
  }

  @Override
  public Tensor output() {
    return byColumns
        ? new Tensor(OUT, rows, cols * tp, dtype)
        : new Tensor(OUT, rows * tp, cols, dtype);
  }

  @Override
  public Expected expected(int rank, Inputs inputs) {
    int first = rank / tp * tp;
    return new Gathered(
        IntStream.range(first, first + tp).mapToObj(r -> inputs.tensor(r, IN)).toList(), byColumns);
  }
}

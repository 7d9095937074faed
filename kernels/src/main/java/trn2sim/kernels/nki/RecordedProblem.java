package trn2sim.kernels.nki;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.nki.stream.Declaration;

/** The problem of a kernel with what its tensors are: constants, inputs that it writes over. */
record RecordedProblem(
    Problem problem, Map<String, Contents> constants, Map<String, Range> ranges, boolean inPlace)
    implements Problem {
  /** What a tensor holds from the start, absent if nobody knows. */
  static Optional<Contents> of(Declaration tensor) {
    return tensor.fill().flatMap(fill -> contents(fill, tensor));
  }

  private static Optional<Contents> contents(Object fill, Declaration tensor) {
    if (fill instanceof List<?> values) {
      return Optional.of(index -> ((Number) values.get(index)).doubleValue());
    }
    int cols = Math.toIntExact(tensor.shape().get(tensor.shape().size() - 1));
    return switch (String.valueOf(fill)) {
      case "identity" -> Optional.of(index -> index % (cols + 1) == 0 ? 1 : 0);
      case "zeros" -> Optional.of(index -> 0);
      case "ones" -> Optional.of(index -> 1);
      case "iota" -> Optional.of(index -> index);
      default -> Optional.empty();
    };
  }

  @Override
  public List<Tensor> inputs() {
    return problem.inputs();
  }

  @Override
  public Tensor output() {
    return problem.output();
  }

  @Override
  public double flops() {
    return problem.flops();
  }

  @Override
  public Expected expected(int rank, Inputs inputs) {
    return problem.expected(rank, inputs);
  }
}

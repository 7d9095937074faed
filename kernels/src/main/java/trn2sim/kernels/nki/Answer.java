package trn2sim.kernels.nki;

import java.util.Map;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.nki.stream.Declaration;

/** Who says what a kernel should compute. */
public sealed interface Answer permits Check, Reference {
  /** The problem for the tensors of a recording in HBM, by their names in the script. */
  Problem problem(Map<String, Declaration> tensors, Request request);

  /** What tells it from others, the same on every machine. */
  String identity();

  /**
   * The tensor at a place among those that the kernel returns, with its name in the script; of a
   * kernel that returns none, among the arguments that it writes.
   */
  static Map.Entry<String, Declaration> returned(Map<String, Declaration> tensors, int output) {
    boolean returns = tensors.values().stream().anyMatch(tensor -> tensor.result().isPresent());
    return tensors.entrySet().stream()
        .filter(
            tensor ->
                returns
                    ? tensor.getValue().result().orElse(-1) == output
                    : tensor.getValue().role().equals("inout"))
        .skip(returns ? 0 : output)
        .findFirst()
        .orElseThrow(() -> absent(tensors, output));
  }

  private static KernelException absent(Map<String, Declaration> tensors, int output) {
    boolean any =
        tensors.values().stream()
            .anyMatch(tensor -> tensor.result().isPresent() || tensor.role().equals("inout"));
    return any
        ? new KernelException("kernel.output", output, "the place of a tensor that is returned")
        : new KernelException(
            "kernel.function",
            "no result",
            "a kernel that returns a tensor, or writes one of its arguments");
  }

  /** A tensor as a matrix by its last dimension. */
  static Problem.Tensor matrix(String name, Declaration tensor) {
    int cols = Math.toIntExact(tensor.shape().get(tensor.shape().size() - 1));
    return new Problem.Tensor(name, (int) (tensor.size() / cols), cols, tensor.type());
  }
}

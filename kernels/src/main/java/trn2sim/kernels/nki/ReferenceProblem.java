package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import trn2sim.core.sim.RunPart;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.check.OutputType;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.nki.stream.Declaration;

/**
 * The mathematics of a {@link Reference}.
 *
 * @param result the tensor that is compared, with its name in the script
 * @param asked the call but for the values
 */
record ReferenceProblem(
    List<Declaration> given,
    Map.Entry<String, Declaration> result,
    Reference reference,
    Map<String, Object> asked,
    int tp)
    implements Problem {
  /** Roundings that a result may have suffered, of the coarsest type that is in play. */
  private static final int ROUNDINGS = 4;

  /** Long sums in fp32 lose more than that, and an exponential makes more of what they lost. */
  private static final double SUMS = 256 * 0x1p-24;

  @Override
  public List<Tensor> inputs() {
    return given.stream().map(tensor -> Answer.matrix(tensor.name(), tensor)).toList();
  }

  @Override
  public Tensor output() {
    return Answer.matrix(result.getKey(), result.getValue());
  }

  @Override
  public Expected expected(int rank, Inputs inputs) {
    int first = rank / tp * tp;
    List<Object> group = new ArrayList<>();
    for (int member = first; member < first + tp; member++) {
      int who = member;
      group.add(
          given.stream().map(tensor -> packed(inputs.tensor(who, tensor.name()), tensor)).toList());
    }
    double[] right =
        RunPart.REFERENCE.of(() -> reference.values(asked, rank - first, group, result.getValue()));
    int cols = output().cols();
    return new Elements(
        (row, col) -> right[row * cols + col], 0, tolerance(), "a function in Python");
  }

  private static Object packed(Tile tile, Declaration tensor) {
    return PackedTensor.of(tile, tensor.shape(), tensor.type().isInteger()).json();
  }

  private double tolerance() {
    return reference.tolerance().orElseGet(this::roundings);
  }

  /** An index beside the right one is as wrong as any other, however large it is. */
  private double roundings() {
    return result.getValue().type().isInteger()
        ? 0
        : Stream.concat(given.stream(), Stream.of(result.getValue()))
            .map(Declaration::type)
            .filter(type -> !type.isInteger())
            .mapToDouble(type -> ROUNDINGS * Math.scalb(1.0, -OutputType.of(type).precision()))
            .reduce(SUMS, Math::max);
  }
}

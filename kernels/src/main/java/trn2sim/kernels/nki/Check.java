package trn2sim.kernels.nki;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Problem.Tensor;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.math.Tile;

/**
 * What a kernel is said to compute: a function of its arguments by name, such as {@code matmul(lhs,
 * rhs)}.
 *
 * @param output which of the returned tensors is compared
 */
public record Check(Function function, List<String> arguments, int output) {
  private static final Pattern FORM =
      Pattern.compile("(\\w+)\\(\\s*(\\w+(?:\\s*,\\s*\\w+)*)\\s*\\)");

  /** The functions, by their names in scenarios. */
  public enum Function {
    /** The product of two matrices. */
    MATMUL(2),
    /** The same with the left one given transposed. */
    MATMUL_T(2),
    /** The left matrices of all ranks of a group, stacked, times the own right one. */
    GATHER_MATMUL(2),
    /** The matrices of all ranks of a group, stacked. */
    ALL_GATHER(1);

    private final int arguments;

    Function(int arguments) {
      this.arguments = arguments;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Check {
    arguments = List.copyOf(arguments);
  }

  /** The forms that a scenario may give. */
  public static String forms() {
    return "matmul(a, b), matmul_t(aT, b), gather_matmul(a, b) or all_gather(a) with names of arguments";
  }

  /** Reads {@code function(argument, ...)}. */
  public static Optional<Check> parse(String text, int output) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return Optional.empty();
    }
    List<String> arguments = List.of(form.group(2).split("\\s*,\\s*"));
    return Arrays.stream(Function.values())
        .filter(f -> f.label().equals(form.group(1)) && f.arguments == arguments.size())
        .findFirst()
        .map(function -> new Check(function, arguments, output));
  }

  /** The problem for the tensors of a recording, all of them matrices. */
  Problem problem(Map<String, Declaration> tensors, Ranks ranks) {
    List<Tensor> inputs = arguments.stream().map(name -> matrix(tensors, name)).toList();
    Declaration result =
        tensors.values().stream()
            .filter(tensor -> tensor.result().orElse(-1) == output)
            .findFirst()
            .orElseThrow(
                () -> new KernelException("kernel.output: the kernel returns no tensor " + output));
    Tensor first = inputs.get(0);
    Tensor last = inputs.get(inputs.size() - 1);
    int rows = function == Function.MATMUL_T ? first.cols() : first.rows();
    int stacked = gathers() ? ranks.tp() : 1;
    Tensor out = new Tensor(result.name(), rows * stacked, last.cols(), Tensors.type(result));
    long size = result.shape().stream().reduce(1L, Math::multiplyExact);
    if (size != (long) out.rows() * out.cols()) {
      throw new KernelException(
          "kernel.check: "
              + result.name()
              + " has the shape "
              + result.shape()
              + ", expected "
              + out.rows()
              + " x "
              + out.cols());
    }
    return new OfMatrices(this, inputs, out, ranks.tp());
  }

  private boolean gathers() {
    return function == Function.GATHER_MATMUL || function == Function.ALL_GATHER;
  }

  private static Tensor matrix(Map<String, Declaration> tensors, String name) {
    Declaration found = tensors.get(name);
    if (found == null || found.shape().size() != 2) {
      throw new KernelException(
          "kernel.check: found "
              + name
              + ", expected an argument that is a matrix, one of "
              + tensors.keySet());
    }
    DType dtype = Tensors.type(found);
    return new Tensor(
        name, Math.toIntExact(found.shape().get(0)), Math.toIntExact(found.shape().get(1)), dtype);
  }

  private record OfMatrices(Check check, List<Tensor> inputs, Tensor output, int tp)
      implements Problem {
    @Override
    public Expected expected(int rank, Inputs given) {
      int first = rank / tp * tp;
      String left = inputs.get(0).name();
      int from = check.gathers() ? first : rank;
      int to = check.gathers() ? first + tp : rank + 1;
      boolean turned = check.function == Function.MATMUL_T;
      List<Tile> pieces =
          IntStream.range(from, to)
              .mapToObj(r -> given.tensor(r, left))
              .map(tile -> turned ? tile.transposed() : tile)
              .toList();
      return check.function == Function.ALL_GATHER
          ? new Gathered(pieces, false)
          : new Product(pieces, given.tensor(rank, inputs.get(1).name()));
    }
  }
}

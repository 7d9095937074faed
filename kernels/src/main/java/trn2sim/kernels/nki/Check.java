package trn2sim.kernels.nki;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Problem.Tensor;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.nki.stream.Declaration;

/**
 * What a kernel is said to compute: a function of its arguments by name, such as {@code matmul(lhs,
 * rhs)}.
 *
 * @param output which of the returned tensors is compared
 */
public record Check(Function function, List<String> arguments, int output) implements Answer {
  private static final Pattern FORM =
      Pattern.compile("(\\w+)\\(\\s*(\\w+(?:\\s*,\\s*\\w+)*)\\s*\\)");

  /** The functions, by their names in scenarios. */
  public enum Function {
    /** The product of two matrices. */
    MATMUL("a", "b"),
    /** The same with the left one given transposed. */
    MATMUL_T("aT", "b"),
    /** The same with the right one given transposed. */
    MATMUL_NT("a", "bT"),
    /** The same with both given transposed. */
    MATMUL_TT("aT", "bT"),
    /** The left matrices of all ranks of a group, stacked, times the own right one. */
    GATHER_MATMUL("a", "b"),
    /** The matrices of all ranks of a group, stacked. */
    ALL_GATHER("a"),
    /** The sum of the matrices of all ranks of a group. */
    ALL_REDUCE("a"),
    /** The own rows of that sum. */
    REDUCE_SCATTER("a"),
    /** The own rows of the matrices of all ranks of a group, stacked. */
    ALL_TO_ALL("a"),
    /** The sum, element by element. */
    ADD("a", "b"),
    /** The larger of each element and zero. */
    RELU("a"),
    /** Powers of e, each row divided by its sum. */
    SOFTMAX("a"),
    /** Rows as columns. */
    TRANSPOSE("a");

    private final List<String> arguments;

    Function(String... arguments) {
      this.arguments = List.of(arguments);
    }

    String form() {
      return of(arguments);
    }

    private String of(List<String> names) {
      return name().toLowerCase(Locale.ROOT) + "(" + String.join(", ", names) + ")";
    }

    /** A ReLU of what is never negative, or a row turned into a column, is any copy. */
    private boolean isCopyOf(Proposal.Argument tensor) {
      return this == RELU && tensor.isUnsigned() || this == TRANSPOSE && tensor.isLine();
    }

    /** Whether it takes what other ranks of the group have. */
    private boolean joins() {
      return gathers() || this == ALL_REDUCE || this == REDUCE_SCATTER || this == ALL_TO_ALL;
    }

    /** Whether the result has the elements of all ranks of the group. */
    boolean gathers() {
      return this == GATHER_MATMUL || this == ALL_GATHER;
    }

    /** Whether the first argument stands for its transpose. */
    boolean turns() {
      return this == MATMUL_T || this == MATMUL_TT || this == TRANSPOSE;
    }

    /** Whether the last argument stands for its transpose. */
    boolean turnsLast() {
      return this == MATMUL_NT || this == MATMUL_TT || this == TRANSPOSE;
    }

    /** Whether it is a product of two matrices. */
    boolean multiplies() {
      return arguments.size() == 2 && this != ADD;
    }
  }

  public Check {
    arguments = List.copyOf(arguments);
  }

  /** The forms that a scenario may give. */
  public static String forms() {
    return "names of arguments in one of "
        + Arrays.stream(Function.values()).map(Function::form).collect(Collectors.joining(", "));
  }

  /**
   * What a kernel with these tensors may compute, in the form of a scenario.
   *
   * @param tp how many ranks work together
   */
  static List<String> possible(List<Proposal.Argument> tensors, int tp) {
    List<String> names = tensors.stream().map(Proposal.Argument::name).toList();
    return Arrays.stream(Function.values())
        .filter(function -> function.arguments.size() == tensors.size())
        .filter(function -> function.joins() == (tp > 1))
        .filter(function -> !function.isCopyOf(tensors.get(0)))
        .map(function -> function.of(names))
        .toList();
  }

  /** Reads {@code function(argument, ...)}. */
  public static Optional<Check> parse(String text, int output) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return Optional.empty();
    }
    List<String> arguments = List.of(form.group(2).split("\\s*,\\s*"));
    return Arrays.stream(Function.values())
        .filter(f -> f.form().startsWith(form.group(1) + "("))
        .filter(f -> f.arguments.size() == arguments.size())
        .findFirst()
        .map(function -> new Check(function, arguments, output));
  }

  @Override
  public String identity() {
    return toString();
  }

  /** Tensors are seen as matrices by their last dimension. */
  @Override
  public Problem problem(Map<String, Declaration> tensors, Request request) {
    Ranks ranks = request.ranks();
    List<Tensor> inputs = arguments.stream().map(name -> argument(tensors, name)).toList();
    Map.Entry<String, Declaration> returned = Answer.returned(tensors, output);
    Declaration result = returned.getValue();
    Tensor first = inputs.get(0);
    int rows = function.turns() ? first.cols() : first.rows();
    Tensor last = inputs.get(inputs.size() - 1);
    int cols = function.turnsLast() ? last.rows() : last.cols();
    requireFit(first, last);
    int stacked = function.gathers() ? ranks.tp() : 1;
    int shared = function == Function.REDUCE_SCATTER ? ranks.tp() : 1;
    Tensor out = new Tensor(returned.getKey(), rows * stacked / shared, cols, result.type());
    if (result.size() != (long) out.rows() * out.cols()) {
      throw new KernelException(
          "kernel.check",
          result.name() + " of the shape " + result.shape(),
          out.rows() + " x " + out.cols());
    }
    return new CheckProblem(function, inputs, out, ranks.tp());
  }

  /** Products need one length for their sums, and sums two matrices of one shape. */
  private void requireFit(Tensor first, Tensor last) {
    String expected = "";
    if (function == Function.ADD) {
      boolean same = first.rows() == last.rows() && first.cols() == last.cols();
      expected = same ? "" : first.rows() + " x " + first.cols();
    } else if (function.multiplies()) {
      int length = function.turns() ? first.rows() : first.cols();
      int found = function.turnsLast() ? last.cols() : last.rows();
      String sides = function.turnsLast() ? " columns" : " rows";
      expected = length == found ? "" : length + sides + ", for " + first.name();
    }
    if (!expected.isEmpty()) {
      String found = last.name() + " of " + last.rows() + " x " + last.cols();
      throw new KernelException("kernel.check", found, expected);
    }
  }

  private static Tensor argument(Map<String, Declaration> tensors, String name) {
    Declaration found = tensors.get(name);
    if (found == null) {
      throw new KernelException(
          "kernel.check", name, "one of " + String.join(", ", tensors.keySet()));
    }
    return Answer.matrix(name, found);
  }
}

package trn2sim.kernels.nki;

import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import trn2sim.kernels.nki.stream.Fields;

/**
 * A scenario for a kernel of somebody's file.
 *
 * @param instructions how many the kernel has with the proposed arguments
 * @param refused why it does not take them; empty if it does
 * @param tensors its arguments that are tensors
 * @param scenario the text of a scenario file
 */
public record Proposal(
    String function, long instructions, String refused, List<Argument> tensors, String scenario) {
  /** An argument that is a tensor. */
  public record Argument(String name, List<Long> shape, String dtype) {
    private static Argument of(Fields written) {
      Fields sizes = written.list("shape");
      List<Long> shape =
          IntStream.range(0, sizes.size()).mapToObj(place -> sizes.integer(place)).toList();
      return new Argument(written.text("name"), shape, written.text("dtype"));
    }

    /** Whether none of its elements can be below zero. */
    boolean isUnsigned() {
      return dtype.startsWith("uint");
    }

    /** Whether it is a single row or column, seen as a matrix by its last dimension. */
    boolean isLine() {
      int last = Math.max(0, shape.size() - 1);
      return shape.subList(last, shape.size()).contains(1L)
          || shape.subList(0, last).stream().allMatch(size -> size == 1);
    }
  }

  private static final String WITHOUT_CHECK = "  # to compare the values, add";
  private static final String UNWRITTEN = "with them not all results are written";

  static Proposal of(Fields written) {
    return new Proposal(
        written.text("function"),
        written.integer("instructions"),
        written.text("refused"),
        arguments(written.list("tensors")),
        written.text("scenario"));
  }

  private static List<Argument> arguments(Fields written) {
    return IntStream.range(0, written.size())
        .mapToObj(place -> Argument.of(written.in(place)))
        .toList();
  }

  /**
   * What the kernel may compute, in the form of a scenario's {@code check}.
   *
   * @param tp how many ranks work together
   */
  public List<String> possibleChecks(int tp) {
    return Check.possible(tensors, tp);
  }

  /** The same with what the kernel computes. */
  public Proposal computing(String check) {
    String line = "  check: " + check + "\n";
    String checked = scenario.replaceFirst("(?m)^" + WITHOUT_CHECK + ".*\n", line);
    return new Proposal(function, instructions, refused, tensors, checked);
  }

  /** The same for a kernel that can be recorded with these arguments, but not run. */
  public Proposal refusedFor(String why) {
    String first = "# Sizes to be set; with these the kernel is refused: " + why;
    String text = scenario.replaceFirst("(?m)^# Sizes .*$", Matcher.quoteReplacement(first));
    return new Proposal(function, instructions, why, tensors, text);
  }

  /** Whether the kernel leaves some of its results unwritten with the proposed arguments. */
  public boolean isUnwritten() {
    return scenario.lines().findFirst().orElse("").contains(UNWRITTEN);
  }

  /** Whether the kernel was recorded with the proposed arguments. */
  public boolean isTried() {
    return refused.isEmpty();
  }
}

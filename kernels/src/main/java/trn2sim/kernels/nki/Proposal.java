package trn2sim.kernels.nki;

import java.util.List;
import java.util.regex.Matcher;
import trn2sim.kernels.nki.stream.Fields;

/**
 * A scenario for a kernel of somebody's file.
 *
 * @param instructions how many the kernel has with the proposed arguments
 * @param refused why it does not take them; empty if it does
 * @param tensors the names of its arguments that are tensors
 * @param scenario the text of a scenario file
 */
public record Proposal(
    String function, long instructions, String refused, List<String> tensors, String scenario) {
  private static final String WITHOUT_CHECK = "  # to compare the values, add";
  private static final String UNWRITTEN = "with them not all results are written";

  static Proposal of(Fields written) {
    return new Proposal(
        written.text("function"),
        written.integer("instructions"),
        written.text("refused"),
        written.texts("tensors"),
        written.text("scenario"));
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

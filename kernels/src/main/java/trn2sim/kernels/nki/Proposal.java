package trn2sim.kernels.nki;

import trn2sim.kernels.nki.stream.Fields;

/**
 * A scenario for a kernel of somebody's file.
 *
 * @param instructions how many the kernel has with the proposed arguments
 * @param refused why it does not take them; empty if it does
 * @param scenario the text of a scenario file
 */
public record Proposal(String function, long instructions, String refused, String scenario) {
  static Proposal of(Fields written) {
    return new Proposal(
        written.text("function"),
        written.integer("instructions"),
        written.text("refused"),
        written.text("scenario"));
  }

  /** Whether the kernel was recorded with the proposed arguments. */
  public boolean isTried() {
    return refused.isEmpty();
  }
}

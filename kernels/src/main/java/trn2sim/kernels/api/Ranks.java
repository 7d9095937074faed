package trn2sim.kernels.api;

/**
 * How many take part.
 *
 * @param tp ranks of a group
 * @param groups groups that run at once
 * @param lnc physical cores of a rank
 */
public record Ranks(int tp, int groups, int lnc) {
  /** Refuses more than one rank. */
  public void requireOne(String why) {
    if (tp != 1 || groups != 1) {
      boolean several = tp != 1;
      throw new KernelException(
          several ? "ranks.tp" : "ranks.groups", several ? tp : groups, "1: " + why);
    }
  }
}

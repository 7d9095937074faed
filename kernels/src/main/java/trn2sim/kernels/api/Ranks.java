package trn2sim.kernels.api;

/**
 * How many take part.
 *
 * @param tp ranks of a group
 * @param groups groups that run at once
 * @param lnc physical cores of a rank
 */
public record Ranks(int tp, int groups, int lnc) {}

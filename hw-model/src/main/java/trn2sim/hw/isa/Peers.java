package trn2sim.hw.isa;

/**
 * The ranks that a collective joins.
 *
 * @param count how many there are in a group
 * @param grouping which of the ways to divide the ranks of a run into groups it is; 0 is the run's
 *     own
 */
public record Peers(int count, int grouping) {
  /** A group of the run's own. */
  public static Peers of(int count) {
    return new Peers(count, 0);
  }
}

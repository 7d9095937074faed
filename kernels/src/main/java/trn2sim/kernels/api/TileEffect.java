package trn2sim.kernels.api;

/**
 * What one step of a run does to tensors that the ranks hold, named as in the {@link Problem}. A
 * list of effects is in the order of simulated time.
 */
public sealed interface TileEffect {
  /** A rectangle of a tensor. */
  record Area(int row, int rows, int col, int cols) {}

  /** Copies an area to other rows of another tensor, with a cast if the types differ. */
  record Move(int fromRank, String from, Area area, int toRank, String to, int toRow)
      implements TileEffect {}

  /**
   * Multiplies rows of {@code left} by columns of {@code right} over K columns {@code depth} from
   * {@code firstK}, into or onto the area of {@code out}.
   *
   * @param rightRank the rank whose {@code right} is meant, for operands that are the same on all
   */
  record Multiply(
      int rank,
      String left,
      int rightRank,
      String right,
      String out,
      Area area,
      int firstK,
      int depth,
      boolean add)
      implements TileEffect {}
}

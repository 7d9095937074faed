package trn2sim.hw.memory;

/** A half-open rectangle of rows and columns. */
public record Region(int rowLow, int rowHigh, long colLow, long colHigh) {
  public boolean overlaps(Region other) {
    return rowLow < other.rowHigh
        && other.rowLow < rowHigh
        && colLow < other.colHigh
        && other.colLow < colHigh;
  }

  public boolean covers(Region other) {
    return rowLow <= other.rowLow
        && other.rowHigh <= rowHigh
        && colLow <= other.colLow
        && other.colHigh <= colHigh;
  }

  /** The smallest region that covers both. */
  Region and(Region other) {
    return new Region(
        Math.min(rowLow, other.rowLow),
        Math.max(rowHigh, other.rowHigh),
        Math.min(colLow, other.colLow),
        Math.max(colHigh, other.colHigh));
  }

  /** The region widened to whole multiples of {@code cols} columns, as PSUM banks are. */
  public Region widened(int cols) {
    return new Region(
        0, Integer.MAX_VALUE, colLow / cols * cols, (colHigh + cols - 1) / cols * cols);
  }
}

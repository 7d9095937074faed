package trn2sim.kernels.math;

/**
 * A two-dimensional view of a storage: element (r, c) is at {@code offset + r * rowStride + c *
 * colStride}. On the device rows are partitions and columns the free dimension.
 *
 * <p>A stride may be zero in a tile that is only read, which repeats a row or a column.
 */
public record Tile(Storage data, int offset, int rows, int rowStride, int cols, int colStride) {
  public Tile {
    if (offset < 0 || rows < 1 || cols < 1 || rowStride < 0 || colStride < 0) {
      throw new IllegalArgumentException(
          "tile needs a size of at least 1 x 1 and no negative offset or stride");
    }
    long last = offset + (rows - 1L) * rowStride + (cols - 1L) * colStride;
    if (last >= data.length()) {
      throw new IllegalArgumentException(
          "tile ends at element " + last + " of a storage of " + data.length());
    }
  }

  /** The whole of a storage as rows of the given number of columns. */
  public static Tile dense(Storage data, int rows, int cols) {
    return new Tile(data, 0, rows, cols, cols, 1);
  }

  /** Index in the storage of an element. */
  public int index(int row, int col) {
    return offset + row * rowStride + col * colStride;
  }

  /** The element as fp32. */
  public float get(int row, int col) {
    return data.get(index(row, col));
  }

  /** Writes an element, rounded to the type of the storage. */
  public void set(int row, int col, float value, Rounding rounding) {
    data.set(index(row, col), value, rounding);
  }

  /** The element, whole numbers included, exactly. */
  public double exact(int row, int col) {
    return data.exact(index(row, col));
  }

  /** Writes an element, rounded to the type of the storage once. */
  public void setExact(int row, int col, double value, Rounding rounding) {
    data.setExact(index(row, col), value, rounding);
  }

  /** The same places of another storage. */
  public Tile over(Storage other) {
    return other == data ? this : new Tile(other, offset, rows, rowStride, cols, colStride);
  }

  /** The elements of a row. */
  public Run row(int row) {
    return new Run(index(row, 0), colStride, cols);
  }

  /** The same elements with rows and columns exchanged. */
  public Tile transposed() {
    return new Tile(data, offset, cols, colStride, rows, rowStride);
  }

  /** The given rows of this tile. */
  public Tile rows(int from, int count) {
    return new Tile(data, index(from, 0), count, rowStride, cols, colStride);
  }

  /** The given columns of this tile. */
  public Tile cols(int from, int count) {
    return new Tile(data, index(0, from), rows, rowStride, count, colStride);
  }

  /** Throws unless this tile has the given size. */
  public void requireShape(int expectedRows, int expectedCols) {
    if (rows != expectedRows || cols != expectedCols) {
      throw new IllegalArgumentException(
          "tile is " + rows + " x " + cols + ", expected " + expectedRows + " x " + expectedCols);
    }
  }
}

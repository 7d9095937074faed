package trn2sim.hw.memory;

import java.util.Locale;
import java.util.Optional;

/**
 * An operand: some rows of a buffer, the same pattern of elements in each.
 *
 * @param pitch elements from one row of the operand to the next: on chip those of a partition, in
 *     HBM any number, for a tensor there is one run of elements that may be seen in other rows
 */
public record Access(
    Buffer buffer,
    int row,
    int rows,
    int col,
    Pattern pattern,
    int pitch,
    Optional<Offset> offset) {

  /** Moves the access down by {@code rowsPerUnit} times the register's value. */
  public record Offset(Register register, int rowsPerUnit) {}

  /** Consecutive rows of the buffer. */
  public Access(
      Buffer buffer, int row, int rows, int col, Pattern pattern, Optional<Offset> offset) {
    this(buffer, row, rows, col, pattern, buffer.cols(), offset);
  }

  public Access {
    if (buffer.onChip() || isInRows(buffer, rows, col, pattern, pitch)) {
      requireRows(buffer, row, rows, reach(offset));
      requireColumns(buffer, col, pattern);
    }
    boolean turned = buffer.onChip() && rows > 1 && pitch != buffer.cols();
    long end = linear(buffer, row + reach(offset), col) + last(rows, pattern, pitch);
    if (turned || pitch < 0 || row < 0 || col < 0 || end >= buffer.size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s has %d elements and no %d rows of %s, %d apart, from element %d on",
              buffer.name(),
              buffer.size(),
              rows,
              pattern,
              pitch,
              linear(buffer, row, col)));
    }
  }

  private static boolean isInRows(Buffer buffer, int rows, int col, Pattern pattern, int pitch) {
    return (rows == 1 || pitch == buffer.cols()) && col + pattern.span() <= buffer.cols();
  }

  private static void requireRows(Buffer buffer, int row, int rows, int reach) {
    int lastRow = row + rows + reach;
    if (row < 0 || rows < 1 || lastRow > buffer.rows()) {
      throw new IllegalArgumentException(
          buffer.name() + " has " + buffer.rows() + " rows; access to " + row + ".." + lastRow);
    }
  }

  private static void requireColumns(Buffer buffer, int col, Pattern pattern) {
    int last = col + pattern.span();
    if (col < 0 || last > buffer.cols()) {
      throw new IllegalArgumentException(
          buffer.name() + " has " + buffer.cols() + " columns; access to " + col + ".." + last);
    }
  }

  private static long linear(Buffer buffer, int row, int col) {
    return (long) row * buffer.cols() + col;
  }

  /** From the first element to the last. */
  private static long last(int rows, Pattern pattern, int pitch) {
    return (rows - 1L) * pitch + pattern.span() - 1;
  }

  /** How far the offset can move the access. */
  private static int reach(Optional<Offset> offset) {
    return offset.isEmpty() ? 0 : (offset.get().register.bound() - 1) * offset.get().rowsPerUnit;
  }

  static Access of(Buffer buffer, int row, int rows, int col, Pattern pattern) {
    return new Access(buffer, row, rows, col, pattern, Optional.empty());
  }

  /** The same columns seen through another pattern. */
  public Access with(Pattern other) {
    return new Access(buffer, row, rows, col, other, pitch, offset);
  }

  /** The same access, moved down at run time. */
  public Access offsetBy(Register register, int rowsPerUnit) {
    return new Access(
        buffer, row, rows, col, pattern, pitch, Optional.of(new Offset(register, rowsPerUnit)));
  }

  public DType dtype() {
    return buffer.dtype();
  }

  public MemorySpace space() {
    return buffer.space();
  }

  /** Elements per partition: what the time of most instructions depends on. */
  public int elements() {
    return pattern.elements();
  }

  /** Elements in all. */
  public long size() {
    return (long) rows * elements();
  }

  public long bytes() {
    return size() * dtype().bytes();
  }

  /** The same access to another buffer of the same shape. */
  public Access in(Buffer other) {
    return new Access(other, row, rows, col, pattern, pitch, offset);
  }

  /** The rows and columns the access may touch, whatever its register holds. */
  public Region region() {
    Region still = region(row);
    return new Region(
        still.rowLow(), still.rowHigh() + reach(offset), still.colLow(), still.colHigh());
  }

  /** The rows and columns it touches if it begins in this row: at least those, where rows wrap. */
  public Region region(int firstRow) {
    int cols = buffer.cols();
    if (isInRows(buffer, rows, col, pattern, pitch)) {
      return new Region(firstRow, firstRow + rows, col, col + pattern.span());
    }
    long last = linear(buffer, firstRow, col) + last(rows, pattern, pitch);
    int lastRow = (int) (last / cols);
    boolean aligned = pitch % cols == 0 && col + pattern.span() <= cols;
    if (aligned) {
      return new Region(firstRow, lastRow + 1, col, col + pattern.span());
    }
    return lastRow == firstRow
        ? new Region(firstRow, firstRow + 1, col, (int) (last % cols) + 1)
        : new Region(firstRow, lastRow + 1, 0, cols);
  }

  @Override
  public String toString() {
    String at = offset.map(o -> "+" + o.register.name() + "*" + o.rowsPerUnit).orElse("");
    return buffer.name() + "[" + row + at + ":" + rows + ", " + col + ":" + pattern + "]";
  }
}

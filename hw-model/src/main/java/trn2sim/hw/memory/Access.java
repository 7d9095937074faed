package trn2sim.hw.memory;

import java.util.Optional;

/** An operand: some rows of a buffer, the same pattern of columns in each. */
public record Access(
    Buffer buffer, int row, int rows, int col, Pattern pattern, Optional<Offset> offset) {

  /** Moves the access down by {@code rowsPerUnit} times the register's value. */
  public record Offset(Register register, int rowsPerUnit) {}

  public Access {
    int lastRow = row + rows + reach(offset);
    if (row < 0 || rows < 1 || lastRow > buffer.rows()) {
      throw new IllegalArgumentException(
          buffer.name() + " has " + buffer.rows() + " rows; access to " + row + ".." + lastRow);
    }
    if (col < 0 || col + pattern.span() > buffer.cols()) {
      throw new IllegalArgumentException(
          buffer.name()
              + " has "
              + buffer.cols()
              + " columns; access to "
              + col
              + ".."
              + (col + pattern.span()));
    }
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
    return new Access(buffer, row, rows, col, other, offset);
  }

  /** The same access, moved down at run time. */
  public Access offsetBy(Register register, int rowsPerUnit) {
    return new Access(
        buffer, row, rows, col, pattern, Optional.of(new Offset(register, rowsPerUnit)));
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

  /** The rows and columns the access may touch, whatever its register holds. */
  public Region region() {
    return new Region(row, row + rows + reach(offset), col, col + pattern.span());
  }

  @Override
  public String toString() {
    String at = offset.map(o -> "+" + o.register.name() + "*" + o.rowsPerUnit).orElse("");
    return buffer.name() + "[" + row + at + ":" + rows + ", " + col + ":" + pattern + "]";
  }
}

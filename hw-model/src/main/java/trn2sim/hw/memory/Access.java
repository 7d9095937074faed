package trn2sim.hw.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import trn2sim.core.unit.Text;

/**
 * An operand: some rows of a buffer, the same pattern of elements in each.
 *
 * @param pitch elements from one row of the operand to the next: on chip those of a partition, in
 *     HBM any number, for a tensor there is one run of elements that may be seen in other rows; 0
 *     for a row that is seen again and again
 * @param index values in memory that say where it begins
 */
public record Access(
    Buffer buffer,
    int row,
    int rows,
    int col,
    Pattern pattern,
    int pitch,
    Optional<Offset> offset,
    Optional<Index> index) {

  /**
   * Moves the access by {@code unit} elements times a value: one for all, or one for each row,
   * which then says alone where the row begins.
   */
  public record Index(Access values, long unit) {
    public boolean perRow() {
      return values.size() > 1;
    }
  }

  /** Moves the access down by {@code rowsPerUnit} times the register's value. */
  public record Offset(Register register, int rowsPerUnit) {}

  /** An access that no values in memory move. */
  public Access(
      Buffer buffer,
      int row,
      int rows,
      int col,
      Pattern pattern,
      int pitch,
      Optional<Offset> offset) {
    this(buffer, row, rows, col, pattern, pitch, offset, Optional.empty());
  }

  /** Consecutive rows of the buffer. */
  public Access(
      Buffer buffer, int row, int rows, int col, Pattern pattern, Optional<Offset> offset) {
    this(buffer, row, rows, col, pattern, buffer.cols(), offset);
  }

  public Access {
    if (buffer.onChip() || isInRows(buffer, rows, col, pattern, pitch)) {
      requireRows(buffer, row, pitch == 0 ? 1 : rows, reach(offset));
      requireColumns(buffer, col, pattern);
    }
    boolean turned = buffer.onChip() && rows > 1 && pitch != buffer.cols() && pitch != 0;
    long start = linear(buffer, row, col) + pattern.low();
    long end = linear(buffer, row + reach(offset), col) + last(rows, pattern, pitch);
    if (turned || pitch < 0 || row < 0 || start < 0 || end >= buffer.size()) {
      throw new OutOfBoundsException(
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

  /** Numbers first, which tell most apart: a record's own takes ten times as long. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Access that
        && row == that.row
        && col == that.col
        && rows == that.rows
        && pitch == that.pitch
        && buffer.equals(that.buffer)
        && pattern.equals(that.pattern)
        && offset.equals(that.offset)
        && index.equals(that.index);
  }

  /** Of what tells the accesses of a program apart. */
  @Override
  public int hashCode() {
    return 31 * (31 * (31 * (31 * buffer.id() + row) + col) + rows) + pitch;
  }

  private static boolean isInRows(Buffer buffer, int rows, int col, Pattern pattern, int pitch) {
    int low = col + pattern.low();
    return (rows == 1 || pitch == buffer.cols())
        && low >= 0
        && low + pattern.span() <= buffer.cols();
  }

  private static void requireRows(Buffer buffer, int row, int rows, int reach) {
    int lastRow = row + rows + reach;
    if (row < 0 || rows < 1 || lastRow > buffer.rows()) {
      throw outside(buffer, Text.count(buffer.rows(), "row"), row, lastRow);
    }
  }

  private static void requireColumns(Buffer buffer, int col, Pattern pattern) {
    int first = col + pattern.low();
    int last = first + pattern.span();
    if (first < 0 || last > buffer.cols()) {
      throw outside(buffer, Text.count(buffer.cols(), "column"), first, last);
    }
  }

  private static OutOfBoundsException outside(Buffer buffer, String there, int first, int last) {
    return new OutOfBoundsException(
        buffer.name() + " has " + there + "; access to " + first + ".." + last);
  }

  private static long linear(Buffer buffer, int row, int col) {
    return (long) row * buffer.cols() + col;
  }

  /** From the first element visited to the highest. */
  private static long last(int rows, Pattern pattern, int pitch) {
    return (rows - 1L) * pitch + pattern.low() + pattern.span() - 1;
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
    return new Access(buffer, row, rows, col, other, pitch, offset, index);
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

  /** Elements that lie side by side in memory, before a gap or a step back: all or a part. */
  public long sideBySide() {
    boolean isInRuns = pattern.run() < pattern.elements();
    if (isInRuns || index.filter(Index::perRow).isPresent()) {
      return pattern.run();
    }
    boolean isOneRun = rows == 1 || pitch == pattern.elements() || pitch == 0;
    return isOneRun ? size() : pattern.elements();
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

  /** Whether an instruction takes as long on the other one, wherever in memory it lies. */
  public boolean isLike(Access other) {
    return space() == other.space()
        && dtype() == other.dtype()
        && rows == other.rows
        && elements() == other.elements()
        && pattern.run() == other.pattern.run()
        && (buffer.onChip() ? row == other.row : sideBySide() == other.sideBySide())
        && isIndexedLike(other);
  }

  private boolean isIndexedLike(Access other) {
    return index.map(Index::perRow).equals(other.index.map(Index::perRow))
        && isAddressInMemory() == other.isAddressInMemory();
  }

  /** Whether one value, which is not in a register yet, says where it begins. */
  public boolean isAddressInMemory() {
    return index.filter(by -> !by.perRow() && !by.values.buffer.isRegister()).isPresent();
  }

  /** Whether it visits the same places of its buffer as the other one of its own. */
  public boolean liesLike(Access other) {
    return row == other.row
        && rows == other.rows
        && col == other.col
        && pitch == other.pitch
        && pattern.equals(other.pattern)
        && offset.equals(other.offset)
        && index.equals(other.index);
  }

  /** Whether it touches every element of the region that lies around it, in bytes. */
  public boolean fills(Region region) {
    long rowsAround = (long) region.rowHigh() - region.rowLow();
    return !movesAtRunTime()
        && pattern.run() == pattern.elements()
        && rowsAround * (region.colHigh() - region.colLow()) == bytes();
  }

  /**
   * Whether it may touch all that another access to the same tensor may, wherever values move
   * either, if its region covers that of the other.
   *
   * @param region what lies around all that it touches, in bytes
   */
  public boolean isAsWideAs(Access other, Region region) {
    return fills(region)
        || (rows == other.rows
            && (index.isEmpty() || row == other.row)
            && col == other.col
            && pitch == other.pitch
            && pattern.equals(other.pattern)
            && index.map(Index::unit).equals(other.index.map(Index::unit)));
  }

  /** Whether it surely has no element in common with another access to the same tensor. */
  public boolean isApart(Access other) {
    return Interleaving.isApart(this, other);
  }

  /** The same access to another buffer of the same shape. */
  public Access in(Buffer other) {
    return new Access(other, row, rows, col, pattern, pitch, offset, index);
  }

  /** The same access, begun where values in memory say. */
  public Access indexedBy(Access values, long unit) {
    return new Access(
        buffer, row, rows, col, pattern, pitch, offset, Optional.of(new Index(values, unit)));
  }

  /** Whether it begins where a register or values in memory say. */
  public boolean movesAtRunTime() {
    return offset.isPresent() || index.isPresent();
  }

  /**
   * Whether DMAs of one queue that write here need not do so in order: values in memory say which
   * engine of the 16 writes which row, and engines do not wait for each other.
   */
  public boolean isScattered() {
    return index.isPresent() && !buffer.onChip();
  }

  /** What is read: the inputs, and the values that say where inputs and outputs begin. */
  public static List<Access> withIndexes(List<Access> inputs, List<Access> outputs) {
    if (!anyIndexed(inputs) && !anyIndexed(outputs)) {
      return inputs;
    }
    List<Access> all = new ArrayList<>(inputs);
    inputs.forEach(input -> input.index.ifPresent(index -> all.add(index.values)));
    outputs.forEach(output -> output.index.ifPresent(index -> all.add(index.values)));
    return all;
  }

  /** Asked for every instruction again and again: nothing is made on the way. */
  private static boolean anyIndexed(List<Access> operands) {
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i).index.isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** What the access may touch of the memory its buffer lies in: rows, and bytes of each. */
  public Region footprint() {
    return footprint(region());
  }

  /** The same of a region of the buffer. */
  public Region footprint(Region part) {
    Buffer.Home home = buffer.home();
    long width = dtype().bytes();
    return new Region(
        part.rowLow() + home.row(),
        part.rowHigh() + home.row(),
        part.colLow() * width + home.bytes(),
        part.colHigh() * width + home.bytes());
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
    if (index.isPresent()) {
      return new Region(0, buffer.rows(), 0, cols);
    }
    int low = col + pattern.low();
    int rowsTouched = pitch == 0 ? 1 : rows;
    boolean within = low >= 0 && low + pattern.span() <= cols;
    if (within && (rowsTouched == 1 || pitch == cols)) {
      return new Region(firstRow, firstRow + rowsTouched, low, low + pattern.span());
    }
    long first = linear(buffer, firstRow, col) + pattern.low();
    long last = linear(buffer, firstRow, col) + last(rows, pattern, pitch);
    int lowRow = (int) (first / cols);
    int lastRow = (int) (last / cols);
    if (within && pitch % cols == 0) {
      return new Region(firstRow, lastRow + 1, low, low + pattern.span());
    }
    return lastRow == lowRow
        ? new Region(lowRow, lowRow + 1, first % cols, last % cols + 1)
        : new Region(lowRow, lastRow + 1, 0, cols);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    appendTo(text);
    return text.toString();
  }

  /** Its text behind another: traces have megabytes of it. */
  public void appendTo(StringBuilder text) {
    AccessText.append(this, text);
  }
}

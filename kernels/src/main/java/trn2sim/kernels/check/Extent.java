package trn2sim.kernels.check;

import java.util.Locale;

/**
 * How many elements are wrong, and the rows and columns that hold them all: a tile that was left
 * out looks otherwise than a wrong factor.
 *
 * @param of how many elements were compared, 0 if the others were only sampled
 */
public record Extent(
    long elements, int firstRow, int lastRow, int firstColumn, int lastColumn, long of) {
  static Extent at(int row, int col) {
    return new Extent(1, row, row, col, col, 0);
  }

  Extent and(Extent other) {
    return new Extent(
        elements + other.elements,
        Math.min(firstRow, other.firstRow),
        Math.max(lastRow, other.lastRow),
        Math.min(firstColumn, other.firstColumn),
        Math.max(lastColumn, other.lastColumn),
        0);
  }

  Extent of(long compared) {
    return new Extent(elements, firstRow, lastRow, firstColumn, lastColumn, compared);
  }

  /** Whether every element was compared. */
  public boolean known() {
    return of > 0;
  }

  /** In words, such as {@code 256 of 65536 elements are wrong, in rows 0 to 127, column 2}. */
  String text() {
    if (elements == of) {
      return of == 1 ? "the only element is wrong" : "all " + of + " elements are wrong";
    }
    return String.format(
        Locale.ROOT,
        "%d of %d elements %s wrong, in %s, %s",
        elements,
        of,
        elements == 1 ? "is" : "are",
        span("row", firstRow, lastRow),
        span("column", firstColumn, lastColumn));
  }

  private static String span(String name, int first, int last) {
    return first == last ? name + " " + first : name + "s " + first + " to " + last;
  }
}

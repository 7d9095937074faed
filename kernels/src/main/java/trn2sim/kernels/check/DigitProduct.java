package trn2sim.kernels.check;

import java.util.Arrays;

/**
 * The exact product of two matrices of whole numbers from 1 to 4, by tables (the method of the four
 * Russians: Arlazarov, Dinic, Kronrod, Faradzhev, 1970). Three neighbours in a left row can take 64
 * values; for each of them a table holds what they contribute to a block of columns, so that three
 * multiply-adds are one addition of 16-bit numbers. Nothing is rounded.
 */
final class DigitProduct {
  /** Columns of a block: their tables stay in a second-level cache. */
  static final int COLS = 512;

  private static final int DIGITS = 3;
  private static final int CODES = 1 << (2 * DIGITS);
  private static final int TABLES = 4;
  private static final int LARGEST = 4;

  /** Groups of digits whose sums fit 16 bits. */
  private static final int GROUPS = 0xFFFF / (LARGEST * LARGEST * DIGITS) / TABLES * TABLES;

  private final Operand right;
  private final byte[][] codes;
  private final int groups;

  DigitProduct(Operand left, Operand right) {
    this.right = right;
    int whole = DIGITS * TABLES;
    this.groups = (left.cols() + whole - 1) / whole * TABLES;
    this.codes = new byte[left.rows()][];
    Chunks.of(codes.length, Freivalds.ROWS)
        .forEach(
            (first, count) -> {
              float[] values = left.rows(first, count);
              for (int i = 0; i < count; i++) {
                codes[first + i] = codes(values, i * left.cols(), left.cols());
              }
            });
  }

  private byte[] codes(float[] values, int at, int count) {
    byte[] row = new byte[groups];
    for (int k = 0; k < count; k++) {
      row[k / DIGITS] |= (byte) ((digit(values[at + k]) - 1) << (2 * (k % DIGITS)));
    }
    return row;
  }

  private static int digit(float value) {
    int digit = (int) value;
    if (digit != value || digit < 1 || digit > LARGEST) {
      throw new IllegalStateException("an input is " + value + ", expected a whole number 1 to 4");
    }
    return digit;
  }

  /** Part of the product: for each of the rows, the columns from {@code firstCol} on. */
  int[][] part(int firstRow, int rows, int firstCol, int cols) {
    int[][] sums = new int[rows][cols];
    short[][] low = new short[rows][cols];
    short[][][] tables = new short[TABLES][CODES][cols];
    for (int group = 0; group < groups; group += TABLES) {
      for (int t = 0; t < TABLES; t++) {
        fill(tables[t], (group + t) * DIGITS, firstCol, cols);
      }
      for (int i = 0; i < rows; i++) {
        byte[] code = codes[firstRow + i];
        add(
            tables[0][code[group]],
            tables[1][code[group + 1]],
            tables[2][code[group + 2]],
            tables[3][code[group + 3]],
            low[i]);
      }
      int next = group + TABLES;
      if (next % GROUPS == 0 || next == groups) {
        carry(low, sums);
      }
    }
    return sums;
  }

  private static void add(short[] a, short[] b, short[] c, short[] d, short[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] = (short) (to[j] + a[j] + b[j] + c[j] + d[j]);
    }
  }

  private static void carry(short[][] low, int[][] sums) {
    for (int i = 0; i < low.length; i++) {
      for (int j = 0; j < low[i].length; j++) {
        sums[i][j] += low[i][j] & 0xFFFF;
      }
      Arrays.fill(low[i], (short) 0);
    }
  }

  /** Each code differs from a smaller one by one in one digit; rows beyond the end are zero. */
  private void fill(short[][] table, int firstK, int firstCol, int cols) {
    short[][] digits = new short[DIGITS][cols];
    for (int d = 0; d < DIGITS && firstK + d < right.rows(); d++) {
      float[] row = right.part(firstK + d, 1, firstCol, cols);
      for (int j = 0; j < cols; j++) {
        digits[d][j] = (short) digit(row[j]);
      }
    }
    for (int j = 0; j < cols; j++) {
      table[0][j] = (short) (digits[0][j] + digits[1][j] + digits[2][j]);
    }
    for (int code = 1; code < CODES; code++) {
      int digit = Integer.numberOfTrailingZeros(code) / 2;
      add(table[code - (1 << (2 * digit))], digits[digit], table[code]);
    }
  }

  private static void add(short[] a, short[] b, short[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] = (short) (a[j] + b[j]);
    }
  }
}

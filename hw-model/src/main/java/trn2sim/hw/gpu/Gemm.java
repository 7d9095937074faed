package trn2sim.hw.gpu;

/**
 * A tiled product on one GPU: [m x k] times [k x n], 16-bit operands and result.
 *
 * @param stages K steps of operands that a block holds in shared memory
 */
public record Gemm(int m, int n, int k, int tileM, int tileN, int tileK, int stages) {
  private static final int ELEMENT_BYTES = 2;

  /** One thread block: the tile it computes and the flag it waits for, or none. */
  public record Block(int row, int col, int flag) {
    public static final int NO_FLAG = -1;
  }

  public int tilesM() {
    return ceil(m, tileM);
  }

  public int tilesN() {
    return ceil(n, tileN);
  }

  /** Bytes of both operands. */
  public long operandBytes() {
    return (long) k * (m + n) * ELEMENT_BYTES;
  }

  /** Shared memory of one block. */
  public long sharedBytes() {
    return (long) stages * (tileM + tileN) * tileK * ELEMENT_BYTES;
  }

  /** Bytes of a tile's rows or columns over some K columns. */
  static long operandBytes(int tile, int columns) {
    return (long) tile * columns * ELEMENT_BYTES;
  }

  /** Bytes of a result tile. */
  long resultBytes() {
    return (long) tileM * tileN * ELEMENT_BYTES;
  }

  private static int ceil(int value, int of) {
    return (value + of - 1) / of;
  }
}

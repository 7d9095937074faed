package trn2sim.kernels.allgather;

/**
 * How one channel's part of a step is cut: tile sizes, and how many tiles make a block.
 *
 * @param localM rows of one channel of one core
 */
record Tiling(
    int localM, int k, int n, int tileM, int tileN, int tileK, int tilesM, int tilesN, int tilesK) {

  static Tiling whole(int localM, int k, int n) {
    int tileM = Math.min(localM, 128);
    int tileN = Math.min(n, 512);
    int tileK = Math.min(k, 128);
    return new Tiling(
        localM, k, n, tileM, tileN, tileK, ceil(localM, tileM), ceil(n, tileN), ceil(k, tileK));
  }

  Tiling withBlocks(int m, int n2, int k2) {
    return new Tiling(localM, k, n, tileM, tileN, tileK, m, n2, k2);
  }

  static int ceil(int value, int by) {
    return (value + by - 1) / by;
  }

  int countM() {
    return ceil(localM, tileM);
  }

  int countN() {
    return ceil(n, tileN);
  }

  int countK() {
    return ceil(k, tileK);
  }

  /** Rows of the tile with this number; the last may be short. */
  int rowsM(int tile) {
    return Math.min(tileM, localM - tile * tileM);
  }

  int colsN(int tile) {
    return Math.min(tileN, n - tile * tileN);
  }

  int rowsK(int tile) {
    return Math.min(tileK, k - tile * tileK);
  }

  long blockK() {
    return (long) tilesK * tileK;
  }

  long blockN() {
    return (long) tilesN * tileN;
  }

  /** One channel's lhs, rounded up to tiles. */
  long lhsBytes(int dtypeBytes) {
    return (long) countM() * tileM * countK() * tileK * dtypeBytes;
  }

  long rhsBytes(int dtypeBytes) {
    return (long) countK() * tileK * countN() * tileN * dtypeBytes;
  }
}

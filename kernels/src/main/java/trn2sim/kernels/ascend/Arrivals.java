package trn2sim.kernels.ascend;

/** The flags of one rank: which chunks of which source have come. */
final class Arrivals {
  private final boolean[][] arrived;

  Arrivals(int sources, int chunks) {
    arrived = new boolean[sources][chunks];
  }

  void set(int source, int chunk) {
    arrived[source][chunk] = true;
  }

  boolean has(int source, int chunk) {
    return arrived[source][chunk];
  }
}

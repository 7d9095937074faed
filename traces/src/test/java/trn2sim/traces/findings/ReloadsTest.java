package trn2sim.traces.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.traces.Runs;

/** What is loaded twice is counted for each core, and said where loads limit. */
class ReloadsTest {
  private static final String MATMUL = "kernel: matmul\nshape: { M: 512, K: 512, N: 1024 }\n";

  private static Optional<String> said(String more) {
    return Findings.of(Runs.run(MATMUL + more)).story().reloads();
  }

  /** lhsT: 0.524 MB for each of two columns of tiles; rhs: 1.049 MB for each of four rows. */
  @Test
  void tilesAreLoadedForEveryProduct() {
    String all = "Loaded again: 3.67 of the 5.24 MB that a rank loads: ";
    assertEquals(
        Optional.of(all + "rhs 4.0 times, lhsT 2.0 times."),
        said("options: { schedule: tiled }\n"));
  }

  /** A core then has two rows: its half of lhsT for each column, all of rhs for each row. */
  @Test
  void whatTwoCoresLoadIsNotLoadedAgain() {
    String all = "Loaded again: 2.62 of the 5.24 MB that a rank loads: ";
    assertEquals(
        Optional.of(all + "rhs 2.0 times, lhsT 2.0 times."),
        said("options: { schedule: tiled }\nranks: { lnc: 2 }\n"));
  }

  @Test
  void nothingIsSaidWhereEverythingIsLoadedOnce() {
    assertEquals(Optional.empty(), said("options: { schedule: blocked_k }\n"));
  }
}

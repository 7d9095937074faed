package trn2sim.cli;

import java.io.IOException;
import org.junit.jupiter.api.Assumptions;

/** Leaves a test out where there is no Python to record with. */
final class PythonHere {
  private PythonHere() {}

  static void orSkip() throws InterruptedException {
    boolean here;
    try {
      here = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      here = false;
    }
    Assumptions.assumeTrue(here, "needs python3");
  }
}

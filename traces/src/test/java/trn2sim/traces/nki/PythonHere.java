package trn2sim.traces.nki;

import java.io.IOException;
import org.junit.jupiter.api.Assumptions;

/** Leaves a test out where there is no Python to record with. */
final class PythonHere {
  private PythonHere() {}

  static void orSkip() {
    Assumptions.assumeTrue(works(), "needs python3 3.10 or newer on the PATH");
  }

  private static boolean works() {
    String check = "import sys; sys.exit(sys.version_info < (3, 10))";
    try {
      return new ProcessBuilder("python3", "-c", check).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

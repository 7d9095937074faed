package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.kernels.math.vector.VectorTileMath;

final class SelectionTest {
  /** Says what is chosen, for a virtual machine started without the incubator module. */
  static final class Probe {
    private Probe() {}

    public static void main(String[] arguments) {
      Selection selection = TileMath.best();
      System.out.print(
          selection.math().getClass().getSimpleName() + ": " + selection.notice().orElse("none"));
    }
  }

  @Test
  void vectorsWhereTheModuleIsPresent() {
    Rounding rounding = Rounding.stochastic(3);
    assertEquals(
        new Selection(new VectorTileMath(rounding), Optional.empty()), TileMath.best(rounding));
  }

  @Test
  void scalarWithOneLineOfNoticeElsewhere() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Probe.class.getName())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(output.startsWith("ScalarTileMath: "), output);
    assertTrue(output.contains("--add-modules jdk.incubator.vector"), output);
    assertEquals(1, output.lines().count());
  }
}

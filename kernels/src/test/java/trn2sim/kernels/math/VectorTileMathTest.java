package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vector and scalar arithmetic agree bit for bit, at every width and with every micro-kernel. */
final class VectorTileMathTest {
  @Test
  void agreesWithScalarAtThePreferredWidth() {
    assertEquals(List.of(), Agreement.all());
  }

  /** Widths the machine lacks run in plain Java there: slow, but with the same lanes. */
  @ParameterizedTest
  @CsvSource({"64, 32", "128, 16", "256, 16", "512, 32"})
  void agreesWithScalarAtWidth(int bits, int registers) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "--add-modules",
                "jdk.incubator.vector",
                "-Dtrn2sim.vector.bits=" + bits,
                "-Dtrn2sim.vector.registers=" + registers,
                "-cp",
                System.getProperty("java.class.path"),
                Agreement.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }
}

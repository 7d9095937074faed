package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.traces.run.RunResult;

/** Every function that the recorder's tests record has a time, in both dialects. */
class BreadthTest {
  @TempDir Path folder;

  @BeforeEach
  void needsPython() {
    PythonHere.orSkip();
  }

  @ParameterizedTest
  @CsvSource({"new, 2, 50", "old, 1, 100"})
  void everyFunctionIsTimed(String dialect, int lnc, int atLeast)
      throws IOException, InterruptedException {
    Process writer =
        new ProcessBuilder("python3", "../python/tests/breadth.py", folder.toString())
            .inheritIO()
            .start();
    assertEquals(0, writer.waitFor());
    RunResult result =
        KernelFile.run(
            folder,
            "kernel: { nki: breadth_"
                + dialect
                + ".py, function: k, args: [] }\nshape: {}\nranks: { tp: 1, lnc: "
                + lnc
                + " }\n");
    long steps = result.neuron().orElseThrow().compilation().launch().roles().get(0).steps().size();
    assertTrue(steps >= atLeast, "instructions: " + steps);
  }
}

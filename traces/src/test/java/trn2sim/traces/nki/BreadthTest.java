package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

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
    Path scenario = folder.resolve("breadth.yaml");
    Files.writeString(
        scenario,
        "kernel: { nki: breadth_"
            + dialect
            + ".py, function: k, args: [] }\nshape: {}\nranks: { tp: 1, lnc: "
            + lnc
            + " }\n",
        StandardCharsets.UTF_8);
    RunResult result =
        ScenarioRunner.standard()
            .runOnce(new ScenarioLoader(Kernels.ALL).load(scenario, List.of()));
    long steps = result.neuron().orElseThrow().compilation().launch().roles().get(0).steps().size();
    assertTrue(steps >= atLeast, "instructions: " + steps);
  }
}

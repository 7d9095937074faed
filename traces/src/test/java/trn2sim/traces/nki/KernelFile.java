package trn2sim.traces.nki;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

/** A test's kernel, k.py in a folder, and runs of scenarios that name it. */
final class KernelFile {
  private KernelFile() {}

  /** Leaves the test out where there is no Python to record with. */
  static void write(Path folder, String text) throws IOException {
    PythonHere.orSkip();
    Files.writeString(folder.resolve("k.py"), text, StandardCharsets.UTF_8);
  }

  static RunResult run(Path folder, String scenario) throws IOException {
    Path file = folder.resolve("s.yaml");
    Files.writeString(file, scenario, StandardCharsets.UTF_8);
    return ScenarioRunner.standard().runOnce(new ScenarioLoader(Kernels.ALL).load(file, List.of()));
  }
}

package trn2sim.fuzz.readers;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.Kernels;
import trn2sim.traces.scenario.ScenarioLoader;

/** Bytes read as a scenario: understood, or refused in words. */
public final class ScenarioBytes {
  private static final ScenarioLoader LOADER = new ScenarioLoader(Kernels.ALL);

  private ScenarioBytes() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    try {
      YamlCursor top = YamlCursor.readString("s.yaml", new String(data, StandardCharsets.UTF_8));
      LOADER.read(top, "s.yaml", "s", Optional.empty());
    } catch (SpecException e) {
      // What it should be.
    }
  }
}

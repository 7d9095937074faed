package trn2sim.fuzz.readers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.Attempt;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** Bytes read as the stream of a recorded kernel: a program, or refused in words. */
public final class StreamBytes {
  private static final Path STREAM;
  private static final Scenario SCENARIO;

  static {
    try {
      Path directory = Files.createTempDirectory("streams");
      STREAM = Files.createFile(directory.resolve("k.nki.jsonl"));
      Path file =
          Files.writeString(
              directory.resolve("s.yaml"), "kernel: { stream: k.nki.jsonl }\nshape: {}\n");
      SCENARIO = new ScenarioLoader(Kernels.ALL).load(file, List.of());
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private StreamBytes() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException {
    Files.write(STREAM, data);
    try {
      Attempt.of(SCENARIO, () -> SCENARIO.kernel().prepare(SCENARIO.request()));
    } catch (SpecException | RunFailure | NkiException e) {
      // What it should be.
    }
  }
}

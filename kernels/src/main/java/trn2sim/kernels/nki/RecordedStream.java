package trn2sim.kernels.nki;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.nki.stream.Fields;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.kernels.nki.stream.StreamFile;

/** A recording that the scenario names itself. */
public record RecordedStream(Path file) implements NkiKernel.Recordings {
  private static final int CORES = 2;

  @Override
  public Path of(Request request) {
    return file;
  }

  /**
   * As its first program says: a grid of two is the cores of a rank, and a grid that names cores
   * has both. A stream that cannot be read is refused when it is.
   */
  @Override
  public Optional<Ranks> ranks() {
    try {
      Fields head = StreamFile.head(file);
      Fields grid = head.list("grid");
      boolean pair = grid.size() == 1 && grid.small(0) == CORES;
      boolean both = pair || head.has("core");
      int ranks = Math.max(1, head.small("ranks"));
      return Optional.of(new Ranks(ranks, 1, both ? CORES : 1));
    } catch (IOException | NkiException e) {
      return Optional.empty();
    }
  }
}

package trn2sim.traces.nki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * Kernels of a file on the two cores of a rank, each held against its {@code expected_} function.
 */
final class TwoCores {
  /** The beginning of such a file. */
  static final String HEAD =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      def store(tile):
          out = nl.ndarray((128, 64), dtype=tile.dtype, buffer=nl.shared_hbm)
          nisa.dma_copy(dst=out, src=tile)
          return out

      def load(x, part):
          tile = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=tile, src=x[part * 128 : part * 128 + 128, :])
          return tile

      @nki.jit
      def copied(x):
          return store(load(x, 0))

      def expected_copied(x):
          return [list(row) for row in x[0:128]]

      """;

  private final Path folder;

  TwoCores(Path folder, String kernels) throws IOException {
    this.folder = folder;
    KernelFile.write(folder, kernels);
  }

  RunResult run(String function) throws IOException {
    return KernelFile.run(folder, scenario(function, "functional"));
  }

  RunResult timed(String function) throws IOException {
    Path file = Files.writeString(folder.resolve("t.yaml"), scenario(function, "timing"));
    return ScenarioRunner.standard().run(new ScenarioLoader(Kernels.ALL).load(file, List.of()));
  }

  private static String scenario(String function, String mode) {
    return "kernel: { nki: k.py, function: "
        + function
        + ", args: { x: { shape: [256, 64] } }, reference: k.py:expected_"
        + function
        + " }\nshape: {}\ndtype: fp32\nranks: { tp: 1, lnc: 2 }\nrun: { mode: "
        + mode
        + " }\n";
  }
}

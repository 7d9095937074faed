package trn2sim.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Kernels in NKI, some lines of which have been tampered with, at small sizes. */
final class MutatedKernel {
  private static final Path KERNELS = Path.of("..", "scenarios", "nki");

  /** A kernel's scenario and file, and the sizes to run it at. */
  private record Example(String scenario, String file, String sizes) {}

  private static final List<Example> EXAMPLES =
      List.of(
          new Example("relu.yaml", "relu.py", "{ N: 65536 }"),
          new Example("vector_add.yaml", "vector_add.py", "{ N: 64000 }"),
          new Example("transpose.yaml", "transpose.py", "{ M: 256, N: 256 }"),
          new Example("matmul.yaml", "matmul.py", "{ M: 512, K: 512, N: 512 }"),
          new Example("softmax.yaml", "softmax.py", "{ M: 256, N: 512 }"),
          new Example("all_gather.yaml", "all_gather.py", "{ m: 128, K: 256 }"),
          new Example("ring.yaml", "ring.py", "{ m: 128, K: 256, n: 512 }"),
          new Example("fgcc.yaml", "fgcc.py", "{ m: 256, K: 256, n: 512 }"));

  private MutatedKernel() {}

  static Input of(Choices choices) {
    Example example = choices.of(EXAMPLES);
    try {
      String scenario = Files.readString(KERNELS.resolve(example.scenario));
      String kernel = Files.readString(KERNELS.resolve(example.file));
      return new Input(
          Map.of(example.scenario, scenario, example.file, Mutations.text(kernel, choices)),
          List.of(
              choices.of("run", "validate", "explain"),
              Input.path(example.scenario),
              "--json",
              "--set",
              "shape=" + example.sizes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

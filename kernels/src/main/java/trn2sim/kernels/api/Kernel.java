package trn2sim.kernels.api;

import java.util.List;
import java.util.Optional;

/** An algorithm that can be asked to run: it says what the cores are told, and nothing of time. */
public interface Kernel {
  /** The name in scenario files. */
  String name();

  /** One sentence for the list of kernels. */
  String summary();

  /** What the shape is given by. */
  List<ParameterSpec> shape();

  List<ParameterSpec> options();

  /** Writes the scripts; throws {@link KernelException} for a request it refuses. */
  Launch launch(Request request);

  /** How the kernel would choose its path, for kernels that choose; nothing is built. */
  default Optional<PathChoice> path(Request request) {
    return Optional.empty();
  }

  /** The same problem without fusing, for kernels that have something to be compared with. */
  default Optional<Launch> baseline(Request request) {
    return Optional.empty();
  }
}

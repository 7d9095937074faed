package trn2sim.kernels.api;

import java.util.Optional;
import trn2sim.hw.spec.NeuronSpec;

/** A kernel that says what NeuronCores are told, and nothing of time. */
public non-sealed interface ScriptKernel extends Kernel {
  /** The kind of device that runs scripts. */
  String DEVICE_KIND = NeuronSpec.KIND;

  @Override
  default String deviceKind() {
    return DEVICE_KIND;
  }

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

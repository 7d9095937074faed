package trn2sim.kernels.api;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import trn2sim.hw.spec.NeuronSpec;

/** A kernel that says what NeuronCores are told, and nothing of time. */
public interface ScriptKernel extends Kernel {
  @Override
  default String deviceKind() {
    return NeuronSpec.KIND;
  }

  @Override
  default Execution prepare(Request request) {
    return new NeuronExecution(this, request);
  }

  /** Writes the scripts; throws {@link KernelException} for a request it refuses. */
  Launch launch(Request request);

  @Override
  default Set<Setting> settings() {
    return EnumSet.allOf(Setting.class);
  }

  @Override
  default Optional<Footprint> footprint(Request request) {
    return Optional.of(new Footprint(request, launch(request)));
  }

  /**
   * The same problem without fusing, for kernels that have something to be compared with.
   *
   * @param fused what the kernel launches for the request
   */
  default Optional<Launch> baseline(Request request, Launch fused) {
    return Optional.empty();
  }
}

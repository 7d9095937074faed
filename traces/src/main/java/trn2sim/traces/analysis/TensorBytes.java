package trn2sim.traces.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.cancel.Cancellation;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.Launch;

/**
 * What the cores of a rank move of its inputs and results if nothing is moved twice: of each tensor
 * as much as they read or write, and not more than there is of it.
 */
final class TensorBytes {
  private final Map<String, Long> byTensor = new HashMap<>();

  private TensorBytes() {}

  static double of(Launch launch) {
    TensorBytes bytes = new TensorBytes();
    for (Script script : launch.roles()) {
      for (Script.Step step : script.steps()) {
        Cancellation.check();
        bytes.add(step.instruction().reads(), Buffer.Role.INPUT);
        bytes.add(step.instruction().writes(), Buffer.Role.OUTPUT);
      }
    }
    return bytes.byTensor.values().stream().mapToLong(Long::longValue).sum();
  }

  private void add(List<Access> accesses, Buffer.Role role) {
    for (Access access : accesses) {
      Buffer buffer = access.buffer();
      if (buffer.space() == MemorySpace.HBM && buffer.role() == role) {
        byTensor.merge(buffer.tensor(), access.bytes(), (a, b) -> Math.min(a + b, buffer.bytes()));
      }
    }
  }
}

package trn2sim.kernels.api;

import java.util.Map;
import trn2sim.hw.machine.Machine;

/** Figures of a micro-kernel, taken from its timeline after the run. */
public interface Probe {
  Map<String, Double> measure(Machine machine);
}

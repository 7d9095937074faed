package trn2sim.kernels.api;

import java.util.Optional;
import trn2sim.hw.machine.Machine;

/**
 * What only a run on NeuronCores has: scripts, and the machine that ran them.
 *
 * @param baseline the same problem without fusing, if there is something to compare with
 */
public record NeuronRun(
    Launch.Compilation compilation, Machine machine, Optional<Launch> baseline) {
  /** What the cores ran. */
  public Launch launch() {
    return compilation.launch();
  }
}

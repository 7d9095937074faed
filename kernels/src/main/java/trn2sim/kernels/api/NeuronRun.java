package trn2sim.kernels.api;

import trn2sim.hw.machine.Machine;

/** What only a run on NeuronCores has: scripts, and the machine that ran them. */
public record NeuronRun(Launch.Compilation compilation, Machine machine) {
  /** What the cores ran. */
  public Launch launch() {
    return compilation.launch();
  }
}

package trn2sim.kernels.api;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.spec.NeuronSpec;

/**
 * What only a run on NeuronCores has: scripts, and the machine that ran them.
 *
 * @param baseline the same problem without fusing, if there is something to compare with
 */
public record NeuronRun(Launch.Compilation compilation, Machine machine, Optional<Launch> baseline)
    implements MachineRun {
  /** What the cores ran. */
  public Launch launch() {
    return compilation.launch();
  }

  /** The device that it ran on. */
  public NeuronSpec device() {
    return machine.device();
  }

  @Override
  public <T> T match(
      Function<NeuronRun, T> ofNeuron, Function<MeasuredRun, T> ofMeasured, Supplier<T> ofOther) {
    return ofNeuron.apply(this);
  }
}

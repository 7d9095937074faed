package trn2sim.kernels.api;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What is known of a run beyond what all machines leave behind, and for which of them. */
public sealed interface MachineRun permits NeuronRun, MeasuredRun, MachineRun.OtherRun {
  /** A machine of which nothing but the timeline and the traffic is known. */
  record OtherRun() implements MachineRun {
    @Override
    public <T> T match(
        Function<NeuronRun, T> ofNeuron, Function<MeasuredRun, T> ofMeasured, Supplier<T> ofOther) {
      return ofOther.get();
    }
  }

  /** The answer of the one that applies. */
  <T> T match(
      Function<NeuronRun, T> ofNeuron, Function<MeasuredRun, T> ofMeasured, Supplier<T> ofOther);

  /** What only simulated NeuronCores have. */
  default Optional<NeuronRun> neuron() {
    return match(Optional::of, measured -> Optional.empty(), Optional::empty);
  }

  /** What only measured NeuronCores have. */
  default Optional<MeasuredRun> measured() {
    return match(simulated -> Optional.empty(), Optional::of, Optional::empty);
  }

  /** Whether its rows are the engines of NeuronCores, simulated or measured. */
  default boolean onNeuronCores() {
    return match(simulated -> true, measured -> true, () -> false);
  }
}

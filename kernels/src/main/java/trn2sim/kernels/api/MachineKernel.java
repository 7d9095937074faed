package trn2sim.kernels.api;

/** A kernel for a machine other than the NeuronCore, which brings its own way to run. */
public non-sealed interface MachineKernel extends Kernel {
  /** Checks the request; throws {@link KernelException} for one it refuses. */
  Execution prepare(Request request);
}

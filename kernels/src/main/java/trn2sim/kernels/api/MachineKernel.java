package trn2sim.kernels.api;

import java.util.List;

/** An algorithm for a machine other than the NeuronCore, which brings its own way to run. */
public interface MachineKernel {
  /** The name in scenario files. */
  String name();

  /** One sentence for the list of kernels. */
  String summary();

  /** The kind of device it runs on, as device files state it. */
  String deviceKind();

  /** What the shape is given by. */
  List<ParameterSpec> shape();

  List<ParameterSpec> options();

  /** Checks the request; throws {@link KernelException} for one it refuses. */
  Execution prepare(Request request);
}

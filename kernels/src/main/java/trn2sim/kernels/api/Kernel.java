package trn2sim.kernels.api;

import java.util.List;
import trn2sim.hw.memory.DType;

/** An algorithm that a scenario can ask for by name, on one kind of device. */
public sealed interface Kernel permits ScriptKernel, MachineKernel {
  /** The name in scenario files. */
  String name();

  /** One sentence for the list of kernels. */
  String summary();

  /** The kind of device it runs on, as device files state it. */
  String deviceKind();

  /** What the shape is given by. */
  List<ParameterSpec> shape();

  List<ParameterSpec> options();

  /** The types its tensors may have. */
  default List<DType> dtypes() {
    return DType.OFFERED;
  }
}

package trn2sim.hw.spec;

import java.util.Set;

/** The typed description of a device, from which its machine is built. */
public sealed interface DeviceSpec permits NeuronSpec, GpuSpec, AscendSpec {
  /** The kinds that device files may name. */
  Set<String> KINDS = Set.of(NeuronSpec.KIND, GpuSpec.KIND, AscendSpec.KIND);

  /** Reads a device of the kind that its file names. */
  static DeviceSpec of(DeviceSheet.Header header, Leaves leaves) {
    return switch (header.kind()) {
      case NeuronSpec.KIND -> new NeuronSpec(leaves);
      case GpuSpec.KIND -> new GpuSpec(leaves);
      case AscendSpec.KIND -> new AscendSpec(leaves);
      default -> throw new IllegalArgumentException(header.kind());
    };
  }
}

package trn2sim.hw.spec;

import java.util.List;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.unit.Quote;

/** The typed description of a device, from which its machine is built. */
public sealed interface DeviceSpec permits NeuronSpec, GpuSpec, AscendSpec {
  /** Reads a device of the kind that its file names. */
  static DeviceSpec of(DeviceSheet.Header header, Leaves leaves) {
    return switch (header.kind()) {
      case NeuronSpec.KIND -> new NeuronSpec(leaves);
      case GpuSpec.KIND -> new GpuSpec(leaves);
      case AscendSpec.KIND -> new AscendSpec(leaves);
      default -> throw unknown(header);
    };
  }

  private static SpecException unknown(DeviceSheet.Header header) {
    List<String> kinds = List.of(NeuronSpec.KIND, GpuSpec.KIND, AscendSpec.KIND);
    return SpecException.at(
            header.file() + " kind", Quote.of(header.kind()), "one of " + String.join(", ", kinds))
        .didYouMean(Nearest.to(header.kind(), kinds));
  }
}

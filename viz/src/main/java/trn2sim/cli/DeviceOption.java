package trn2sim.cli;

import java.util.List;
import picocli.CommandLine.Option;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.unit.Quote;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.traces.replay.ProfileKernel;

/** The device that a profile was measured on. */
final class DeviceOption {
  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "The device a profile was measured on; default ${DEFAULT-VALUE}.")
  private String device = "trn2";

  String name() {
    List<String> known = DeviceParameters.builtIn(ProfileKernel.DEVICE_KIND);
    if (!known.contains(device)) {
      throw SpecException.at("--device", Quote.of(device), "one of " + String.join(", ", known))
          .didYouMean(Nearest.to(device, known));
    }
    return device;
  }
}

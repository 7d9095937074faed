package trn2sim.kernels.api;

import trn2sim.hw.link.LostLinks;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;

/**
 * What a scenario asks of a kernel.
 *
 * @param lost links that may not be used
 */
public record Request(
    Settings shape,
    Settings options,
    DType dtype,
    Ranks ranks,
    DeviceParameters device,
    LostLinks lost) {
  /** A request for a machine with all its links. */
  public Request(
      Settings shape, Settings options, DType dtype, Ranks ranks, DeviceParameters device) {
    this(shape, options, dtype, ranks, device, LostLinks.NONE);
  }
}

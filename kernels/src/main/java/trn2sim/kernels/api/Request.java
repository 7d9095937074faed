package trn2sim.kernels.api;

import trn2sim.hw.compiler.Compiler;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.link.LostLinks;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;

/**
 * What a scenario asks of a kernel.
 *
 * @param lost links that may not be used
 * @param compiler what becomes of the source, which decides the queues of DMAs
 */
public record Request(
    Settings shape,
    Settings options,
    DType dtype,
    Ranks ranks,
    DeviceParameters device,
    LostLinks lost,
    CompilerSettings compiler) {
  /** A request for a machine with all its links, run as written. */
  public Request(
      Settings shape, Settings options, DType dtype, Ranks ranks, DeviceParameters device) {
    this(shape, options, dtype, ranks, device, LostLinks.NONE, CompilerSettings.SOURCE);
  }

  /** The same request at another shape. */
  public Request with(Settings otherShape) {
    return new Request(otherShape, options, dtype, ranks, device, lost, compiler);
  }

  /** The compiler that scripts for the device go through. */
  Compiler newCompiler() {
    return new Compiler(device.neuron(), ranks.lnc(), compiler);
  }
}

package trn2sim.kernels.allgather;

import java.util.Locale;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Settings;

/** Options that all gathering kernels share. */
final class GatherOptions {
  static final ParameterSpec DGE =
      ParameterSpec.word(
          "dge",
          "who makes DMA descriptors: GpSimd, hardware, or built beforehand",
          "swdge",
          "hwdge",
          "static");

  static final ParameterSpec PSUM =
      ParameterSpec.integer("psum_buffers", 8, 1, "PSUM banks in use");

  private GatherOptions() {}

  static CoreScript script(Settings options) {
    CoreScript script =
        new CoreScript(DmaCopy.Dge.valueOf(options.word("dge").toUpperCase(Locale.ROOT)));
    if (options.has("psum_buffers")) {
      script.psumBanks(options.integer("psum_buffers"));
    }
    return script;
  }
}

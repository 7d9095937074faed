package trn2sim.kernels.allgather;

import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.Settings;

/** Options that all gathering kernels share. */
final class GatherOptions {
  static final ParameterSpec PSUM =
      ParameterSpec.integer("psum_buffers", 8, 1, "PSUM banks in use");

  private GatherOptions() {}

  static CoreScript script(Request request) {
    Settings options = request.options();
    CoreScript script = new CoreScript(DmaQueues.of(request));
    script.coresOfRank(request.ranks().lnc());
    if (options.has("psum_buffers")) {
      script.psumBanks(options.integer("psum_buffers"));
    }
    return script;
  }
}

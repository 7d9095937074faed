package trn2sim.kernels.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.kernels.api.Settings;

/** A kernel of some size in bf16, its options as they are by default. */
record Case(String kernel, Ranks ranks, Map<String, Object> shape) {
  Launch launch(DeviceParameters device) {
    ScriptKernel found = (ScriptKernel) Kernels.ALL.find(kernel).orElseThrow();
    Map<String, Object> options = new LinkedHashMap<>();
    for (ParameterSpec spec : found.options()) {
      options.put(spec.name(), Fallback.of(spec));
    }
    Settings sizes = new Settings(new LinkedHashMap<>(shape));
    return found.launch(new Request(sizes, new Settings(options), DType.BF16, ranks, device));
  }

  String label() {
    return kernel + ", tp " + ranks.tp() + ", " + shape;
  }
}

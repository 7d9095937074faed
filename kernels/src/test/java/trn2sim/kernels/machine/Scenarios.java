package trn2sim.kernels.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.RunSetup;
import trn2sim.kernels.api.Settings;
import trn2sim.kernels.api.View;

/** Requests from text, with the kernel's defaults for what is not given. */
public final class Scenarios {
  private Scenarios() {}

  /** A request as a scenario file would put it: {@code "M=256 K=512"}, options alike. */
  public static Execution prepare(
      Kernel kernel, DeviceParameters device, int ranks, String shape, String options) {
    DType dtype = kernel.deviceKind().equals("gpu") ? DType.BF16 : DType.FP16;
    return kernel.prepare(
        new Request(
            settings(kernel.shape(), words(shape)),
            settings(kernel.options(), words(options)),
            dtype,
            new Ranks(ranks, 1, 1),
            device));
  }

  /** The time of a view in microseconds, mean over ranks. */
  public static double us(Execution execution, View view) {
    return execution.run(new RunSetup(view, new Simulation())).meanPs() / 1e6;
  }

  public static Settings settings(List<ParameterSpec> specs, Map<String, String> given) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (ParameterSpec spec : specs) {
      String text = given.getOrDefault(spec.name(), spec.fallback().orElse(""));
      if (!text.isEmpty()) {
        Object value =
            switch (spec.kind()) {
              case INTEGER -> Long.valueOf(text);
              case WORD -> text;
              case FLAG -> Boolean.valueOf(text);
            };
        values.put(spec.name(), value);
      }
    }
    return new Settings(values);
  }

  public static Map<String, String> words(String text) {
    Map<String, String> words = new LinkedHashMap<>();
    for (String word : text.split(" ", -1)) {
      if (!word.isEmpty()) {
        String[] sides = word.split("=", 2);
        words.put(sides[0], sides[1]);
      }
    }
    return words;
  }
}

package trn2sim.fuzz;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.Parameter;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.ParameterSpec;

/**
 * Small scenarios of any kernel, as its settings allow them. Not every combination of settings is
 * one the kernel takes; those are refused when they run.
 */
final class ValidScenario {
  private static final Pattern QUANTITY = Pattern.compile("([0-9.]+)(| [A-Za-z/]+)");
  private static final List<Integer> SIZES = List.of(128, 64, 256, 128, 96, 512, 1);
  private static final List<Integer> COUNTS = List.of(2, 1, 3, 4, 8, 16, 32, 64, 128);

  private final Choices choices;
  private final Draft draft = new Draft();

  private ValidScenario(Choices choices) {
    this.choices = choices;
  }

  static Draft of(Choices choices) {
    ValidScenario scenario = new ValidScenario(choices);
    List<Kernel> kernels = Kernels.ALL.kernels();
    scenario.fill(choices.of(kernels));
    return scenario.draft;
  }

  private void fill(Kernel kernel) {
    draft.put("kernel", kernel.name());
    List<String> devices = DeviceParameters.builtIn(kernel.deviceKind());
    String device = choices.of(devices);
    draft.put("device", device);
    shape(kernel);
    DType dtype = choices.chance(50) ? choices.of(kernel.dtypes()) : kernel.dtypes().get(0);
    draft.put(
        "dtype",
        kernel.dtypes().contains(DType.BF16) && choices.chance(50) ? "bf16" : dtype.label());
    boolean neuron = kernel.deviceKind().equals("neuroncore");
    ranks(kernel, neuron);
    options(kernel);
    draft.put("run.data", choices.of("normal", "integers"));
    draft.put("run.seed", Integer.toString(choices.below(1000)));
    if (neuron && choices.chance(30)) {
      draft.put("compiler.lookahead", Integer.toString(choices.of(COUNTS)));
    }
    if (neuron && choices.chance(10)) {
      draft.put("what_if.dma_jitter", "0." + choices.below(10));
    }
    if (choices.chance(25)) {
      override(DeviceParameters.load(device));
    }
  }

  private void shape(Kernel kernel) {
    boolean whole = choices.chance(30);
    for (ParameterSpec spec : kernel.shape()) {
      boolean alternative = spec.name().equals(whole ? "m" : "M") && hasBoth(kernel, "m", "M");
      boolean other = spec.name().equals(whole ? "n" : "N") && hasBoth(kernel, "n", "N");
      if (!alternative && !other) {
        draft.put("shape." + spec.name(), size(kernel, spec, whole));
      }
    }
  }

  private static boolean hasBoth(Kernel kernel, String one, String two) {
    return kernel.shape().stream().map(ParameterSpec::name).toList().containsAll(List.of(one, two));
  }

  private String size(Kernel kernel, ParameterSpec spec, boolean whole) {
    if (spec.name().equals("H") || spec.name().equals("partitions")) {
      return Integer.toString(choices.of(128, 64, 96, 32, 1));
    }
    if (kernel.name().startsWith("micro")) {
      return Integer.toString(choices.of(SIZES) + choices.below(3) * 4);
    }
    boolean all = whole && (spec.name().equals("M") || spec.name().equals("N"));
    return Integer.toString(choices.of(SIZES) * (all ? 4 : 1));
  }

  private void ranks(Kernel kernel, boolean neuron) {
    boolean one = !kernel.name().contains("gather");
    draft.put("ranks.tp", one ? "1" : Integer.toString(choices.of(4, 2, 8, 4, 2, 16)));
    if (neuron) {
      draft.put("ranks.lnc", choices.of("2", "1"));
    }
  }

  private void options(Kernel kernel) {
    for (ParameterSpec spec : kernel.options()) {
      if (choices.chance(40)) {
        draft.put("options." + spec.name(), option(spec));
      }
    }
  }

  private String option(ParameterSpec spec) {
    return switch (spec.kind()) {
      case FLAG -> choices.of("true", "false");
      case WORD -> choices.of(spec.words());
      case INTEGER ->
          choices.chance(50)
              ? spec.fallback().orElse("1")
              : Long.toString(Math.max(spec.min(), choices.of(COUNTS)));
    };
  }

  private void override(DeviceParameters device) {
    Parameter parameter = device.parameter(choices.of(new ArrayList<>(device.names())));
    Matcher parts = QUANTITY.matcher(parameter.value());
    if (parts.matches()) {
      BigDecimal factor = new BigDecimal(choices.of("2", "0.5", "1.25", "0.9"));
      String number =
          new BigDecimal(parts.group(1)).multiply(factor).stripTrailingZeros().toPlainString();
      draft.put("overrides." + parameter.name(), number + parts.group(2));
    }
  }
}

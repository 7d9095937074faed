package trn2sim.kernels.bench;

import trn2sim.kernels.api.ParameterSpec;

/** The value of an option that a scenario does not give. */
final class Fallback {
  private Fallback() {}

  static Object of(ParameterSpec spec) {
    String word = spec.fallback().orElseThrow();
    return switch (spec.kind()) {
      case INTEGER -> (Object) Long.valueOf(word);
      case FLAG -> Boolean.valueOf(word);
      default -> word;
    };
  }
}

package trn2sim.traces.profile;

import java.util.Locale;
import java.util.Map;

/** How profiles name physical cores and engines. */
final class CoreName {
  private static final int MOST_CORES = 1 << 12;
  private static final Map<String, String> ENGINES =
      Map.of(
          "tensor", "Tensor",
          "pe", "Tensor",
          "vector", "Vector",
          "dve", "Vector",
          "scalar", "Scalar",
          "act", "Scalar",
          "gpsimd", "Gpsimd",
          "pool", "Gpsimd",
          "sync", "Sync",
          "sp", "Sync");

  private CoreName() {}

  /** The number of a core, {@code sg01}; -1 if that is none. */
  static int number(String subgraph) {
    String digits = subgraph.replaceFirst("^\\D*", "");
    boolean fits = digits.matches("\\d{1,6}") && Integer.parseInt(digits) < MOST_CORES;
    return fits ? Integer.parseInt(digits) : -1;
  }

  /** The engine as results spell it; a name that is not known stays as it is. */
  static String engine(String subgroup) {
    return ENGINES.getOrDefault(subgroup.toLowerCase(Locale.ROOT), subgroup);
  }

  static boolean knownEngine(String engine) {
    return ENGINES.containsValue(engine);
  }
}

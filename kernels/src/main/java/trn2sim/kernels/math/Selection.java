package trn2sim.kernels.math;

import java.util.Optional;

/** The implementation chosen for this virtual machine, and one line for the user if it is slow. */
public record Selection(TileMath math, Optional<String> notice) {
  private static final String MODULE = "jdk.incubator.vector";
  // By name, so that no class of the incubator module is touched unless the module is there.
  private static final String VECTOR_CLASS = "trn2sim.kernels.math.vector.VectorTileMath";
  private static final boolean MODULE_PRESENT = ModuleLayer.boot().findModule(MODULE).isPresent();

  static Selection probe(Rounding rounding) {
    if (!MODULE_PRESENT) {
      return new Selection(
          new ScalarTileMath(rounding),
          Optional.of(
              "scalar arithmetic (slow): run java with --add-modules " + MODULE + " for SIMD"));
    }
    try {
      var constructor = Class.forName(VECTOR_CLASS).getConstructor(Rounding.class);
      return new Selection((TileMath) constructor.newInstance(rounding), Optional.empty());
    } catch (ReflectiveOperationException | LinkageError e) {
      return new Selection(
          new ScalarTileMath(rounding),
          Optional.of("scalar arithmetic (slow): the SIMD classes failed to load: " + e));
    }
  }
}

package trn2sim.hw.spec;

import trn2sim.core.unit.Frequency;

/**
 * The Vector engine.
 *
 * @param overlapPs part of the latency hidden when the next instruction is independent
 * @param pointerPs for a per-partition scalar read from SBUF
 * @param widenCycles per element of a copy from a 16-bit to a 32-bit type
 * @param fastBytes the narrowest floats that have fast modes
 * @param exponential powers of e; as tensor-scalar operations where the device has none
 * @param random numbers by the engine's own generators; the same
 */
public record VectorSpec(
    Frequency clock,
    long overlapPs,
    int minCycles,
    long pointerPs,
    double widenCycles,
    long fastBytes,
    Law copy,
    Law memset,
    Law clear,
    Law tensors,
    Law scalar,
    Law reduce,
    Law scan,
    Law reciprocal,
    Law aggregate,
    Law exponential,
    Law random) {

  /**
   * What a family of operations costs.
   *
   * @param cycles per element and partition
   * @param variantPs start-up from PSUM or a 16-bit source, where that differs
   */
  public record Law(double cycles, long startupPs, long variantPs) {}

  VectorSpec(Leaves vector) {
    this(
        vector.clock("clock"),
        vector.ps("overlap"),
        vector.fixedCycles("min_cycles"),
        vector.ps("pointer_operand"),
        vector.cycles("widen_cycles"),
        vector.bytes("fast_element", "1 B", "2 B"),
        law(vector, "tensor_copy", "tensor_copy"),
        law(vector, "memset", "memset"),
        law(vector, "memset_zero_16bit", "memset", "memset"),
        law(vector, "tensor_tensor", "tensor_tensor_psum"),
        law(vector, "tensor_scalar", "tensor_scalar"),
        law(vector, "tensor_reduce", "tensor_reduce_16bit"),
        law(vector, "tensor_tensor_scan", "tensor_tensor_scan"),
        law(vector, "reciprocal", "reciprocal"),
        law(vector, "bn_aggr", "bn_aggr"),
        lawOfItsOwn(vector, "exponential"),
        lawOfItsOwn(vector, "random"));
  }

  private static Law lawOfItsOwn(Leaves vector, String name) {
    boolean known = vector.in("cycles").has(name);
    return law(vector, known ? name : "tensor_scalar", "tensor_scalar", "tensor_scalar");
  }

  private static Law law(Leaves vector, String name, String variant) {
    return law(vector, name, name, variant);
  }

  private static Law law(Leaves vector, String cycles, String usual, String variant) {
    Leaves startup = vector.in("startup");
    return new Law(vector.in("cycles").cycles(cycles), startup.ps(usual), startup.ps(variant));
  }
}

package trn2sim.hw.spec;

import trn2sim.core.unit.Frequency;

/**
 * The GpSimd engine.
 *
 * @param cycles per element and partition
 */
public record GpsimdSpec(Frequency clock, int startupCycles, double cycles) {
  GpsimdSpec(Leaves gpsimd) {
    this(gpsimd.clock("clock"), gpsimd.fixedCycles("startup_cycles"), gpsimd.cycles("cycles"));
  }
}

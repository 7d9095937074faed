package trn2sim.hw.spec;

import trn2sim.core.unit.Frequency;

/**
 * The GpSimd engine.
 *
 * @param cycles per element and partition
 * @param registerPs to move a value between memory and a register
 * @param fastModeStall share of a fast mode of Vector for which it stands still, without its way to
 *     SBUF
 */
public record GpsimdSpec(
    Frequency clock, int startupCycles, double cycles, long registerPs, double fastModeStall) {
  GpsimdSpec(Leaves gpsimd) {
    this(
        gpsimd.clock("clock"),
        gpsimd.fixedCycles("startup_cycles"),
        gpsimd.cycles("cycles"),
        gpsimd.ps("register_access"),
        gpsimd.number("fast_mode_stall", 0, 1));
  }
}

package trn2sim.cli;

import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.kernels.api.Footprint;

/**
 * What a core of a kernel holds on chip.
 *
 * @param now as compiled, if it only fits so and nothing is spilled; else as written
 */
record HeldOnChip(SpaceLedger written, SpaceLedger now) {
  static HeldOnChip of(Footprint footprint) {
    SpaceLedger written = footprint.ledger();
    if (written.fits() || spills(footprint.compiled())) {
      return new HeldOnChip(written, written);
    }
    SpaceLedger compiled = footprint.compiledLedger();
    return new HeldOnChip(written, compiled.fits() ? compiled : written);
  }

  private static boolean spills(Compiled compiled) {
    return compiled.spilledBytes() > 0 || compiled.reloadedBytes() > 0;
  }

  boolean isAsCompiled() {
    return now != written;
  }
}

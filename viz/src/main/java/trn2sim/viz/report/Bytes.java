package trn2sim.viz.report;

import trn2sim.core.unit.Text;

/** Numbers of bytes for tables. */
final class Bytes {
  private static final double MIB = 1 << 20;

  private Bytes() {}

  /** {@code 25.50}, without its unit. */
  static String mib(long bytes) {
    return Text.format("%.2f", bytes / MIB);
  }
}

package trn2sim.traces.profile;

import java.util.OptionalLong;

/** One row of the table {@code dma}, a packet on one engine, as it was found. */
final class DmaRow {
  OptionalLong startNs = OptionalLong.empty();
  OptionalLong durationNs = OptionalLong.empty();
  OptionalLong startPs = OptionalLong.empty();
  OptionalLong endPs = OptionalLong.empty();
  OptionalLong together = OptionalLong.empty();
  OptionalLong instruction = OptionalLong.empty();
  long bytes;
  int core;
  boolean collective;
  String subgroup = "";
  String queue = "";
  String engine = "";
  String type = "";
  String variable = "";
}

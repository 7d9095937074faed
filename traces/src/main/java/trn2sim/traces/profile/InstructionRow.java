package trn2sim.traces.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** One row of the table {@code instruction}, as it was found. */
final class InstructionRow {
  OptionalLong startNs = OptionalLong.empty();
  OptionalLong durationNs = OptionalLong.empty();
  OptionalLong startPs = OptionalLong.empty();
  OptionalLong freePs = OptionalLong.empty();
  OptionalLong donePs = OptionalLong.empty();
  OptionalLong id = OptionalLong.empty();
  long waitNs;
  int core;
  String engine = "";
  String lane = "";
  String opcode = "";
  String type = "";
  String function = "";
  String operands = "";
  String name = "";
  String source = "";
  final List<Dependence> predecessors = new ArrayList<>(4);
}

package trn2sim.traces.profile;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trn2sim.core.json.JsonScanner;
import trn2sim.core.timeline.WaitReason;

/** Reads the table {@code instruction}. */
final class InstructionTable {
  private static final Set<String> UNUSED =
      Set.of(
          "bir_id",
          "compiler_opcode",
          "compiler_operands",
          "compiler_pc",
          "crc_in",
          "crc_out",
          "fully_qualified_subgraph",
          "hbm_read_bytes",
          "hbm_write_bytes",
          "hlo_attrs",
          "hlo_name",
          "is_psum_read_sbuf_write",
          "label",
          "layer",
          "penguin_id",
          "psum_read_sbuf_write_bytes",
          "raw_bir_id",
          "raw_penguin_id",
          "pc",
          "elements",
          "sbuf_read_bytes",
          "sbuf_write_bytes",
          "psum_read_bytes",
          "psum_write_bytes");

  private static final Pattern OPERATION = Pattern.compile("(?:^|\\s)op=(\\w+)");

  private final Instructions found = new Instructions();
  private final Keys keys = new Keys("instruction", UNUSED);
  private final Notes notes;

  InstructionTable(Notes notes) {
    this.notes = notes;
  }

  /** Reads the object at hand. */
  void row(JsonScanner in) throws IOException {
    InstructionRow row = new InstructionRow();
    while (in.nextMember()) {
      member(in, row);
    }
    if (row.startNs.isEmpty()) {
      notes.count("instruction rows without a timestamp, left out");
      return;
    }
    remark(row);
    row.type = type(row);
    found.add(row);
  }

  private void member(JsonScanner in, InstructionRow row) throws IOException {
    switch (in.name()) {
      case "timestamp" -> row.startNs = in.whole();
      case "duration" -> row.durationNs = in.whole();
      case "sim_start_ps" -> row.startPs = in.whole();
      case "sim_free_ps" -> row.freePs = in.whole();
      case "sim_done_ps" -> row.donePs = in.whole();
      case "evt_wait_time" -> row.waitNs = Math.max(0, in.whole().orElse(0));
      case "id" -> row.id = in.whole();
      case "subgraph" -> row.core = core(in.text());
      case "subgroup" -> row.engine = CoreName.engine(in.text());
      case "sim_lane" -> row.lane = in.text();
      case "opcode" -> row.opcode = in.text();
      case "instruction_type" -> row.type = in.text();
      case "activation_fn" -> row.function = in.text();
      case "operands" -> row.operands = in.text();
      case "bir_instruction_name" -> row.name = in.text();
      case "nki_source_location" -> row.source = in.text();
      case "predecessors" -> predecessors(in, row);
      default -> {
        keys.other(in.name());
        in.skip();
      }
    }
  }

  /** Which of several instructions of the opcode it is: its mode, function or operation. */
  private static String type(InstructionRow row) {
    if (!row.type.isEmpty() && !row.type.equals("REGULAR")) {
      return row.type;
    }
    Matcher operation = OPERATION.matcher(row.operands);
    return row.function.isEmpty() && operation.find() ? operation.group(1) : row.function;
  }

  private int core(String subgraph) {
    int number = CoreName.number(subgraph);
    if (number < 0) {
      notes.count("instruction rows whose subgraph names no core, taken for sg00");
    }
    return Math.max(0, number);
  }

  private void predecessors(JsonScanner in, InstructionRow row) throws IOException {
    if (!in.atList()) {
      in.skip();
      notes.count("predecessors that are no list");
      return;
    }
    while (in.nextItem()) {
      predecessor(in, row);
    }
  }

  private void predecessor(JsonScanner in, InstructionRow row) throws IOException {
    OptionalLong id = OptionalLong.empty();
    String type = "";
    WaitReason reason = WaitReason.NONE;
    if (!in.atObject()) {
      id = in.whole();
    } else {
      while (in.nextMember()) {
        switch (in.name()) {
          case "id" -> id = in.whole();
          case "type" -> type = in.text();
          case "sim_reason" -> reason = reason(in.text());
          default -> in.skip();
        }
      }
    }
    if (id.isPresent()) {
      row.predecessors.add(new Dependence(id.getAsLong(), type, reason));
    } else {
      notes.count("predecessors without an id");
    }
  }

  private static WaitReason reason(String label) {
    for (WaitReason reason : WaitReason.values()) {
      if (reason.label().equals(label)) {
        return reason;
      }
    }
    return WaitReason.NONE;
  }

  private void remark(InstructionRow row) {
    if (row.durationNs.isEmpty()) {
      notes.count("instruction rows without a duration, taken as 0");
    } else if (row.durationNs.getAsLong() < 0) {
      notes.count("instruction rows with a negative duration, taken as 0");
    }
    if (row.engine.isEmpty()) {
      row.engine = "Unknown";
      notes.count("instruction rows without an engine");
    } else if (!CoreName.knownEngine(row.engine)) {
      notes.count("instruction rows of the engine " + row.engine + ", not known");
    }
    if (!Opcodes.known(row.opcode)) {
      notes.count(
          row.opcode.isEmpty() ? "instruction rows without an opcode" : "opcode " + row.opcode);
    }
  }

  Instructions finish() {
    keys.tell(notes);
    return found;
  }

  int size() {
    return found.size();
  }
}

package trn2sim.traces.calibrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.traces.profile.Dmas;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Opcodes;
import trn2sim.traces.profile.ParsedOperands;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.replay.CoreRanks;
import trn2sim.traces.replay.DmaOwners;

/** What profiles say of single instructions and DMAs, equal ones together. */
final class Observations {
  private static final class Group {
    private final String kind;
    private final Instruction instruction;
    private final TimedPart quantity;
    private final int lnc;
    private final List<Long> ps = new ArrayList<>();

    Group(String kind, Instruction instruction, TimedPart quantity, int lnc) {
      this.kind = kind;
      this.instruction = instruction;
      this.quantity = quantity;
      this.lnc = lnc;
    }

    Observation observation() {
      long[] times = ps.stream().mapToLong(Long::longValue).toArray();
      return new Observation(kind, instruction, quantity, lnc, times);
    }
  }

  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<String, Optional<Instruction>> rebuilt = new HashMap<>();
  private final Map<String, Integer> leftAside = new TreeMap<>();

  /** Cores of a rank in the profile that is being added. */
  private int lnc = 1;

  /** All of several profiles. */
  static Observations of(List<Profile> profiles) {
    Observations all = new Observations();
    profiles.forEach(all::add);
    return all;
  }

  List<Observation> list() {
    return groups.values().stream().map(Group::observation).toList();
  }

  /** What is not compared, with how many there are. */
  Map<String, Integer> leftAside() {
    return leftAside;
  }

  private void add(Profile profile) {
    lnc = CoreRanks.of(profile).ranks().lnc();
    ArrayPace pace = new ArrayPace(profile);
    DmaOwners owners = DmaOwners.of(profile);
    Map<Integer, DmaCopy.Dge> modes = modes(profile.dmas(), owners);
    Map<Integer, Group> transfers = new HashMap<>();
    Instructions rows = profile.instructions();
    for (int row = 0; row < rows.size(); row++) {
      if (rows.bookkeeping(row) || Opcodes.collective(rows.opcode(row))) {
        continue;
      }
      Optional<Engine> engine = engine(rows.engine(row));
      if (engine.isEmpty()) {
        leaveAside("instructions of engine " + rows.engine(row));
      } else if (Opcodes.transfers(rows.opcode(row))) {
        Optional<Group> group = issue(rows, row, engine.get(), modes);
        if (group.isPresent()) {
          transfers.put(row, group.get());
        }
      } else {
        compute(rows, row, engine.get(), pace);
      }
    }
    payloads(profile.dmas(), owners, transfers);
  }

  private void compute(Instructions rows, int row, Engine engine, ArrayPace pace) {
    String opcode = name(rows, row);
    String text = rows.operandText(row);
    String pointer = text.contains(Rebuild.POINTER) ? " pointer" : "";
    String kind = engine.label() + " " + opcode + pointer + " " + shape(rows.operands(row));
    Optional<Instruction> found =
        rebuilt.computeIfAbsent(
            kind, k -> Rebuild.compute(engine, rows.opcode(row), rows.type(row), text));
    Optional<TimedPart> quantity =
        engine == Engine.TENSOR ? pace.during(rows, row) : Optional.of(TimedPart.RESULT);
    if (found.isEmpty()) {
      leaveAside(engine.label() + " " + opcode + ": the profile does not say enough of it");
    } else if (quantity.isEmpty()) {
      leaveAside("Tensor " + opcode + " across a change of pace, or of a pace not recorded");
    } else {
      note(kind, found.get(), quantity.get(), rows.donePs(row) - rows.startPs(row));
    }
  }

  private Optional<Group> issue(
      Instructions rows, int row, Engine engine, Map<Integer, DmaCopy.Dge> modes) {
    DmaCopy.Dge dge = modes.getOrDefault(row, usual(engine));
    boolean transpose = rows.opcode(row).equals("DMA_TRANSPOSE");
    String text = rows.operandText(row);
    String shape =
        ElementDma.of(text).map(ElementDma::text).orElseGet(() -> shape(rows.operands(row)));
    String kind = engine.label() + " " + rows.opcode(row) + " " + dge + " " + shape;
    Optional<Instruction> found =
        rebuilt.computeIfAbsent(kind, k -> Rebuild.dma(engine, dge, transpose, text));
    if (found.isEmpty()) {
      leaveAside(engine.label() + " " + rows.opcode(row) + ": the profile does not say enough");
      return Optional.empty();
    }
    return Optional.of(note(kind, found.get(), TimedPart.ISSUE, rows.durationPs(row)));
  }

  private static DmaCopy.Dge usual(Engine engine) {
    return switch (engine) {
      case GPSIMD -> DmaCopy.Dge.SWDGE;
      case SYNC, SCALAR -> DmaCopy.Dge.HWDGE;
      case VECTOR, TENSOR -> DmaCopy.Dge.STATIC;
    };
  }

  /** Only DMAs that met no other show what one takes. */
  private void payloads(Dmas dmas, DmaOwners owners, Map<Integer, Group> transfers) {
    long busyUntil = Long.MIN_VALUE;
    for (int dma = 0; dma < dmas.size(); dma++) {
      boolean alone = dmas.startPs(dma) > busyUntil;
      busyUntil = Math.max(busyUntil, dmas.endPs(dma));
      alone &= dma + 1 == dmas.size() || dmas.startPs(dma + 1) >= dmas.endPs(dma);
      Group transfer = transfers.get(owners.of(dma));
      if (dmas.collective(dma)) {
        leaveAside("DMAs of collectives");
      } else if (!alone) {
        leaveAside("DMAs that another one overlaps");
      } else if (transfer == null) {
        leaveAside("DMAs of which the profile does not tell the instruction");
      } else {
        long ps = dmas.endPs(dma) - dmas.startPs(dma);
        note(transfer.kind, transfer.instruction, TimedPart.PAYLOAD, ps);
      }
    }
  }

  private static Map<Integer, DmaCopy.Dge> modes(Dmas dmas, DmaOwners owners) {
    Map<Integer, DmaCopy.Dge> modes = new HashMap<>();
    for (int dma = 0; dma < dmas.size(); dma++) {
      DmaCopy.Dge dge =
          switch (dmas.type(dma)) {
            case "static" -> DmaCopy.Dge.STATIC;
            case "hardware_dynamic" -> DmaCopy.Dge.HWDGE;
            default -> DmaCopy.Dge.SWDGE;
          };
      modes.put(owners.of(dma), dge);
    }
    return modes;
  }

  private Group note(String kind, Instruction instruction, TimedPart quantity, long ps) {
    Group group =
        groups.computeIfAbsent(
            kind + " " + quantity + " " + lnc,
            k -> new Group(kind.strip(), instruction, quantity, lnc));
    group.ps.add(ps);
    return group;
  }

  private void leaveAside(String why) {
    leftAside.merge(why, 1, Integer::sum);
  }

  private static Optional<Engine> engine(String label) {
    return Stream.of(Engine.values()).filter(e -> e.label().equals(label)).findFirst();
  }

  private static String name(Instructions rows, int row) {
    String type = rows.type(row);
    return type.isEmpty() ? rows.opcode(row) : rows.opcode(row) + "." + type;
  }

  /** Rows, and what matters of each tensor: type, memory, loops. */
  private static String shape(ParsedOperands operands) {
    StringBuilder text = new StringBuilder();
    operands.rows().ifPresent(rows -> text.append(rows));
    operands.columns().ifPresent(columns -> text.append('x').append(columns));
    for (ParsedOperands.Access access : operands.accesses()) {
      String memory = access.inPsum() ? "psum" : access.inSbuf() ? "sbuf" : "hbm";
      String strided = access.strides().get(0) == 1 ? "" : "/" + access.strides().get(0);
      text.append(
          Text.format(
              " %s %s[%s]%s",
              access.dtype().isEmpty() ? access.role() : access.dtype(),
              memory,
              loops(access),
              strided));
    }
    return text.toString().strip();
  }

  private static String loops(ParsedOperands.Access access) {
    List<String> loops = new ArrayList<>();
    for (int i = access.counts().size() - 1; i >= 0; i--) {
      if (i == 0 || access.counts().get(i) > 1) {
        loops.add(Integer.toString(access.counts().get(i)));
      }
    }
    return String.join("x", loops);
  }
}

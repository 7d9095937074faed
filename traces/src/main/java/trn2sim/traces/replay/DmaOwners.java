package trn2sim.traces.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import trn2sim.traces.profile.Dmas;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Opcodes;
import trn2sim.traces.profile.ParsedOperands;
import trn2sim.traces.profile.Profile;

/**
 * Which instruction issued each DMA. A profile does not say so; but a queue belongs to an engine,
 * which its name tells, and carries what that engine issues in order. Where the operands tell how
 * many bytes an instruction moves, they must agree.
 */
public final class DmaOwners {
  private record Stream(int core, String engine) {}

  private static final int LOOK_AHEAD = 64;
  private static final List<String> ENGINES = List.of("Gpsimd", "Sync", "Scalar", "Vector");

  private final Instructions instructions;
  private final Dmas dmas;
  private final int[] owner;
  private final Set<Integer> taken = new HashSet<>();

  /** Of all DMAs of a profile. */
  public static DmaOwners of(Profile profile) {
    return new DmaOwners(profile, new Nodes(profile), new Ids(profile));
  }

  /**
   * @param byId finds the row of an instruction by its core and number
   */
  DmaOwners(Profile profile, Nodes nodes, Ids byId) {
    instructions = profile.instructions();
    dmas = profile.dmas();
    owner = new int[dmas.size()];
    Map<Stream, List<Integer>> issuers = issuers(nodes);
    Map<Stream, Integer> from = new HashMap<>();
    for (int dma = 0; dma < owner.length; dma++) {
      owner[dma] = Nodes.NONE;
      if (dmas.instruction(dma) != Instructions.NO_ID) {
        int row = byId.row(dmas.core(dma), dmas.instruction(dma));
        boolean possible = row >= 0 && nodes.inKernel(row) && mayIssue(row, dma);
        owner[dma] = possible ? row : Nodes.NONE;
      } else if (!dmas.collective(dma)) {
        Stream stream = new Stream(dmas.core(dma), engine(dmas.queue(dma)));
        owner[dma] = next(dma, issuers.getOrDefault(stream, List.of()), from, stream);
      }
    }
    dropPartial();
  }

  /** A collective moves data with many DMAs, other instructions with one. */
  private boolean mayIssue(int row, int dma) {
    String opcode = instructions.opcode(row);
    return instructions.core(row) == dmas.core(dma)
        && instructions.startPs(row) <= dmas.startPs(dma)
        && (dmas.collective(dma)
            ? Opcodes.collective(opcode)
            : Opcodes.transfers(opcode) && taken.add(row));
  }

  private Map<Stream, List<Integer>> issuers(Nodes nodes) {
    Map<Stream, List<Integer>> issuers = new HashMap<>();
    for (int row = 0; row < instructions.size(); row++) {
      if (Opcodes.transfers(instructions.opcode(row)) && nodes.inKernel(row)) {
        issuers
            .computeIfAbsent(
                new Stream(instructions.core(row), instructions.engine(row)),
                s -> new ArrayList<>())
            .add(row);
      }
    }
    return issuers;
  }

  private static String engine(String queue) {
    String name = queue.toLowerCase(Locale.ROOT);
    return ENGINES.stream()
        .filter(engine -> name.contains(engine.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElse("");
  }

  /** The first instruction that may have issued it and has issued nothing else. */
  private int next(int dma, List<Integer> rows, Map<Stream, Integer> from, Stream stream) {
    int first = from.getOrDefault(stream, 0);
    while (first < rows.size() && taken.contains(rows.get(first))) {
      first++;
    }
    from.put(stream, first);
    for (int at = first; at < Math.min(rows.size(), first + LOOK_AHEAD); at++) {
      int row = rows.get(at);
      if (instructions.startPs(row) > dmas.startPs(dma)) {
        return Nodes.NONE;
      }
      if (!taken.contains(row) && sameBytes(row, dma)) {
        taken.add(row);
        return row;
      }
    }
    return Nodes.NONE;
  }

  private boolean sameBytes(int row, int dma) {
    OptionalLong told = ParsedOperands.moved(instructions.operandText(row));
    if (told.isPresent()) {
      return told.getAsLong() == dmas.bytes(dma);
    }
    ParsedOperands operands = instructions.operands(row);
    if (operands.rows().isEmpty() || operands.accesses().isEmpty()) {
      return true;
    }
    ParsedOperands.Access access = operands.accesses().get(0);
    int width = Widths.bytes(access.dtype());
    long bytes = operands.rows().getAsInt() * access.elements() * width;
    return width == 0 || bytes == dmas.bytes(dma);
  }

  /** A queue of which some DMAs have no owner is shown as it is, with none. */
  private void dropPartial() {
    record Queue(int core, String name) {}
    Set<Queue> partial = new HashSet<>();
    for (int dma = 0; dma < owner.length; dma++) {
      if (owner[dma] == Nodes.NONE) {
        partial.add(new Queue(dmas.core(dma), dmas.queue(dma)));
      }
    }
    for (int dma = 0; dma < owner.length; dma++) {
      if (partial.contains(new Queue(dmas.core(dma), dmas.queue(dma)))) {
        owner[dma] = Nodes.NONE;
      }
    }
  }

  /** The instruction's row, or -1. */
  public int of(int dma) {
    return owner[dma];
  }
}

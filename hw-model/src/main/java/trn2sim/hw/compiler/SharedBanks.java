package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trn2sim.hw.isa.Script;
import trn2sim.hw.isa.Script.Step;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.NkiLimits;

/**
 * Puts small PSUM tiles that live at the same time side by side in a bank, if a bank for each is
 * more than there are. Kernels that hold twenty such tiles run on the device; which of them share a
 * bank there is not known. First those of one allocation do, and only if that is not enough, any.
 */
final class SharedBanks {
  private static final int NEVER = -1;
  private static final int WORD = 4;

  /** Tiles side by side, from the first use of any to the last. */
  private static final class Bank {
    private final List<Buffer> tiles = new ArrayList<>();
    private final int first;
    private int last;
    private long bytes;

    Bank(int first) {
      this.first = first;
    }

    void add(Buffer tile, int lastUse) {
      tiles.add(tile);
      last = Math.max(last, lastUse);
      bytes += width(tile);
    }
  }

  private final Script script;
  private final int bankBytes;
  private final int[] first;
  private final int[] last;

  /** By buffer: whether others lie in its memory already. */
  private final boolean[] home;

  private SharedBanks(Operands operands, int bankBytes) {
    this.script = operands.script();
    this.bankBytes = bankBytes;
    this.first = new int[script.buffers().size()];
    this.last = new int[first.length];
    this.home = new boolean[first.length];
    script.buffers().stream()
        .filter(Buffer::isShared)
        .forEach(buffer -> home[buffer.home().owner()] = true);
    Arrays.fill(first, NEVER);
    for (int step = 0; step < operands.steps(); step++) {
      for (int i = operands.start(step); i < operands.end(step); i++) {
        int owner = operands.get(i).buffer().home().owner();
        first[owner] = first[owner] == NEVER ? step : first[owner];
        last[owner] = step;
      }
    }
  }

  /** The script as it is if it fits, or cannot be made to. */
  static Operands of(Operands source, int banks, int bankBytes) {
    SharedBanks made = new SharedBanks(source, bankBytes);
    if (made.peak(made.filled(Buffer::id)) <= banks) {
      return source;
    }
    List<Bank> filled = made.filled(Buffer::group);
    if (made.peak(filled) > banks) {
      filled = made.filled(tile -> "any");
    }
    return made.peak(filled) > banks ? source : new Operands(made.rewritten(filled));
  }

  private static long width(Buffer tile) {
    return (tile.rowBytes() + WORD - 1) / WORD * WORD;
  }

  /** Tiles with the same key share the bank that was begun last for it, while it has room. */
  private List<Bank> filled(Function<Buffer, Object> key) {
    List<Bank> all = new ArrayList<>();
    Map<Object, Bank> open = new HashMap<>();
    script.buffers().stream()
        .filter(tile -> tile.space() == MemorySpace.PSUM && first[tile.id()] != NEVER)
        .sorted(Comparator.comparingInt(tile -> first[tile.id()]))
        .forEach(
            tile -> {
              Object with = home[tile.id()] ? tile : key.apply(tile);
              Bank bank = open.get(with);
              if (bank == null || !takes(bank, tile)) {
                bank = new Bank(first[tile.id()]);
                all.add(bank);
                open.put(with, bank);
              }
              bank.add(tile, last[tile.id()]);
            });
    return all;
  }

  private boolean takes(Bank bank, Buffer tile) {
    boolean atOnce = first[tile.id()] <= bank.last;
    return atOnce && bank.bytes + width(tile) <= bankBytes;
  }

  /** How many banks are in use at once, in program order. */
  private long peak(List<Bank> filled) {
    long[] change = new long[script.steps().size() + 1];
    for (Bank bank : filled) {
      long taken = (bank.bytes + bankBytes - 1) / bankBytes;
      change[bank.first] += taken;
      change[bank.last + 1] -= taken;
    }
    Arrays.parallelPrefix(change, Long::sum);
    return Arrays.stream(change).max().orElse(0);
  }

  private Script rewritten(List<Bank> filled) {
    List<Buffer> buffers = new ArrayList<>(script.buffers());
    Map<Integer, Buffer> moved = new HashMap<>();
    for (Bank bank : filled) {
      if (bank.tiles.size() > 1) {
        int owner = buffers.size();
        buffers.add(whole(owner, bank));
        long at = 0;
        for (Buffer tile : bank.tiles) {
          moved.put(tile.id(), in(tile, new Buffer.Home(owner, 0, at)));
          at += width(tile);
        }
      }
    }
    buffers.replaceAll(buffer -> moved.getOrDefault(buffer.id(), buffer));
    List<Step> steps = new ArrayList<>(script.steps().size());
    int[] places = new int[script.steps().size()];
    Arrays.setAll(places, i -> i);
    for (Step step : script.steps()) {
      steps.add(step.with(step.instruction().with(access -> placed(access, moved)), places));
    }
    return new Script(
        steps, buffers, script.groupLimits(), script.psumBanks(), script.semaphores());
  }

  private Buffer whole(int number, Bank bank) {
    String name = bank.tiles.get(0).name() + " and others";
    return new Buffer(
        number,
        name,
        name,
        MemorySpace.PSUM,
        Buffer.Role.SCRATCH,
        DType.INT32,
        NkiLimits.PARTITIONS,
        bankBytes / WORD);
  }

  private static Buffer in(Buffer tile, Buffer.Home home) {
    return new Buffer(
        tile.id(),
        tile.name(),
        tile.group(),
        tile.space(),
        tile.role(),
        tile.dtype(),
        tile.rows(),
        tile.cols(),
        home);
  }

  private static Access placed(Access access, Map<Integer, Buffer> moved) {
    Buffer buffer = moved.get(access.buffer().id());
    return buffer == null
        ? access
        : new Access(
            buffer,
            access.row(),
            access.rows(),
            access.col(),
            access.pattern(),
            access.pitch(),
            access.offset(),
            access.index());
  }
}

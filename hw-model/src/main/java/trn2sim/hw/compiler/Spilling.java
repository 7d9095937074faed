package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.core.cancel.Cancellation;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.isa.Script.Step;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;

/**
 * Makes a script fit into SBUF whose live tiles exceed it, in program order. Tiles are first split
 * into the parts that instructions read ({@link TileParts}). The one whose next use is furthest
 * away goes: one that only holds loaded data is dropped and loaded again at its next use, or not
 * loaded before it at all if nobody had read it yet; a computed one is saved to HBM and loaded
 * back. Tiles that collectives touch and those of the current instruction stay. Furthest next use
 * is a guess at the compiler's own rule.
 */
final class Spilling {
  private final Operands operands;
  private final Script script;
  private final long capacity;
  private final TileUses uses;
  private final List<Step> steps;
  private final List<Buffer> buffers;

  /** By step of the source: its place in the result. */
  private final int[] places;

  /** By step of the source: whether some of its operands are elsewhere in the result. */
  private final boolean[] changed;

  private final TileCopy[] tiles;

  /** By tile: whether it is in the storage that the source gave it. */
  private final boolean[] inPlace;

  private final List<TileCopy> resident = new ArrayList<>();
  private long held;
  private long savedBytes;
  private long reloadedBytes;

  private Spilling(Operands operands, long capacity) {
    this.operands = operands;
    this.script = operands.script();
    this.capacity = capacity;
    this.uses = new TileUses(operands);
    this.steps = new ArrayList<>(2 * operands.steps());
    this.buffers = new ArrayList<>(script.buffers());
    this.places = new int[operands.steps()];
    this.changed = new boolean[operands.steps()];
    this.tiles = new TileCopy[script.buffers().size()];
    this.inPlace = new boolean[tiles.length];
  }

  /**
   * A script that fits, and what it moves more than the source.
   *
   * @param savedBytes written to HBM and not by the source
   * @param reloadedBytes read from HBM and not by the source
   * @param inserted DMAs more than the source has
   */
  record Result(Operands operands, long savedBytes, long reloadedBytes, int inserted) {
    static Result unchanged(Operands operands) {
      return new Result(operands, 0, 0, 0);
    }

    Script script() {
      return operands.script();
    }
  }

  /** The script as it is if it fits, or cannot be made to: tiles that share memory stay there. */
  static Result of(Operands source, long capacity) {
    Script script = source.script();
    boolean shares = script.buffers().stream().anyMatch(Buffer::isShared);
    if (shares || TileUses.peak(source) <= capacity) {
      return Result.unchanged(source);
    }
    Operands parts = TileParts.of(source);
    Result made = new Spilling(parts, capacity).rewrite();
    if (made.operands == parts) {
      return Result.unchanged(source);
    }
    int inserted = made.script().steps().size() - script.steps().size();
    return new Result(made.operands, made.savedBytes, made.reloadedBytes, inserted);
  }

  private Result rewrite() {
    for (int i = 0; i < operands.steps(); i++) {
      Cancellation.check();
      if (!makeRoom(i)) {
        return Result.unchanged(operands);
      }
      Step step = placed(i);
      places[i] = steps.size();
      steps.add(step);
      touch(i);
      for (int use = uses.start(i); use < uses.end(i); use++) {
        use(use, step.instruction());
      }
    }
    return result();
  }

  private void touch(int i) {
    for (int operand = operands.start(i); operand < operands.end(i); operand++) {
      TileCopy tile = tiles[operands.buffer(operand)];
      if (tile != null) {
        tile.touch(operands.get(operand).region(), operand < operands.reads(i));
      }
    }
  }

  private void use(int use, Instruction instruction) {
    TileCopy tile = tiles[uses.tile(use)];
    if (uses.writes(use)) {
      tile.written(instruction, steps.size() - 1);
    } else {
      tile.read();
    }
    uses.done(use);
    if (uses.next(uses.tile(use)) == TileUses.NEVER) {
      release(tile);
    }
  }

  /** Brings the tiles of a step into SBUF; false if they cannot be there together. */
  private boolean makeRoom(int i) {
    for (int use = uses.start(i); use < uses.end(i); use++) {
      int number = uses.tile(use);
      TileCopy tile = tiles[number];
      if (inPlace[number] || (tile != null && tile.isResident())) {
        continue;
      }
      Buffer buffer = script.buffers().get(number);
      while (held + buffer.sbufBytes() > capacity) {
        TileCopy victim = furthest(i);
        if (victim == null) {
          return false;
        }
        evict(victim);
      }
      held += buffer.sbufBytes();
      if (tile == null) {
        tiles[number] = new TileCopy(buffer);
        inPlace[number] = true;
      } else {
        bringBack(tile, i);
      }
      resident.add(tiles[number]);
    }
    return true;
  }

  private TileCopy furthest(int i) {
    TileCopy best = null;
    int bestUse = -1;
    for (TileCopy tile : resident) {
      int number = tile.source().id();
      int next = uses.next(number);
      if (next > i && next > bestUse && !uses.isPinned(number)) {
        best = tile;
        bestUse = next;
      }
    }
    return best;
  }

  /** What is going to be overwritten is not worth keeping. */
  private void evict(TileCopy tile) {
    Buffer source = tile.source();
    boolean dead = uses.overwrites(uses.next(source.id()), source);
    if (tile.isUnread()) {
      tile.cancel();
    } else if (!dead && !tile.isLoadedOnly() && !tile.isSaved()) {
      Access changed = tile.changed();
      Access home = changed.in(tile.home(this::hbm));
      savedBytes += changed.bytes();
      insert(new DmaCopy(Engine.SCALAR, DmaCopy.Dge.HWDGE, home, changed, false), lastSource());
      tile.saved();
    }
    release(tile);
  }

  private void release(TileCopy tile) {
    narrow(tile);
    tile.leave();
    inPlace[tile.source().id()] = false;
    resident.remove(tile);
    held -= tile.source().sbufBytes();
  }

  /** Of a tile that was loaded back no more is moved than is used until it leaves. */
  private void narrow(TileCopy tile) {
    if (tile.reload() != TileCopy.NOWHERE) {
      Access used = tile.touched().of(tile.now());
      Step whole = steps.get(tile.reload());
      Access home = used.in(tile.home(this::hbm));
      reloadedBytes -= tile.now().bytes() - used.bytes();
      steps.set(
          tile.reload(),
          made(new DmaCopy(Engine.SYNC, DmaCopy.Dge.HWDGE, used, home, false), whole.source()));
    }
  }

  /** Loads a tile into storage of its own. */
  private void bringBack(TileCopy tile, int i) {
    Buffer again = fresh(tile.source(), tile.source().name() + "." + tile.nextVersion());
    Buffer before = tile.now();
    tile.arrive(again);
    if (uses.overwrites(i, tile.source())) {
      tile.loads().clear();
      return;
    }
    UnaryOperator<Access> moved = access -> access.buffer() == before ? in(again, access) : access;
    List<Instruction> loads = new ArrayList<>();
    if (tile.isLoadedOnly()) {
      tile.loads().forEach(load -> loads.add(load.with(moved)));
    } else {
      Buffer home = tile.home(this::hbm);
      loads.add(new DmaCopy(Engine.SYNC, DmaCopy.Dge.HWDGE, again.all(), home.all(), false));
    }
    for (Instruction load : loads) {
      reloadedBytes += loadedBytes(load);
      insert(load, script.steps().get(i).source());
    }
    tile.reloaded(loads, steps.size());
    tile.reloadedAt(tile.isLoadedOnly() ? TileCopy.NOWHERE : steps.size() - 1);
  }

  /** What it reads from HBM. */
  private static long loadedBytes(Instruction instruction) {
    return instruction instanceof DmaCopy copy && copy.isLoad() ? copy.dst().bytes() : 0;
  }

  private void insert(Instruction instruction, int source) {
    steps.add(made(instruction, source));
  }

  private static Step made(Instruction instruction, int source) {
    return new Step(instruction, List.of(), List.of(), -1, Freedom.AS_WRITTEN, source);
  }

  /** A save belongs to the place in the source that has been reached. */
  private int lastSource() {
    return steps.get(steps.size() - 1).source();
  }

  /** The step with its operands where they are now. */
  private Step placed(int i) {
    Step step = script.steps().get(i);
    for (int use = uses.start(i); use < uses.end(i); use++) {
      changed[i] |= !inPlace[uses.tile(use)];
    }
    if (changed[i]) {
      return step.with(step.instruction().with(this::placed), places);
    }
    return operands.isPlain(i) ? step : step.with(step.instruction(), places);
  }

  private Access placed(Access access) {
    TileCopy tile = access.buffer().id() < tiles.length ? tiles[access.buffer().id()] : null;
    return tile == null ? access : in(tile.now(), access);
  }

  private static Access in(Buffer buffer, Access access) {
    return access.buffer() == buffer ? access : access.in(buffer);
  }

  private Buffer hbm(Buffer tile) {
    Buffer home =
        new Buffer(
            buffers.size(),
            "spill." + tile.name(),
            "spill",
            MemorySpace.HBM,
            Buffer.Role.SCRATCH,
            tile.dtype(),
            tile.rows(),
            tile.cols());
    buffers.add(home);
    return home;
  }

  private Buffer fresh(Buffer like, String name) {
    Buffer made =
        new Buffer(
            buffers.size(),
            name,
            like.group(),
            like.space(),
            like.role(),
            like.dtype(),
            like.rows(),
            like.cols());
    buffers.add(made);
    return made;
  }

  /** Takes out the loads of tiles that went again before anybody had read them. */
  private Result result() {
    boolean[] out = new boolean[steps.size()];
    for (TileCopy tile : tiles) {
      if (tile != null) {
        tile.cancelled().forEach(step -> out[step] = true);
      }
    }
    int[] known = known();
    int[] moved = new int[steps.size()];
    List<Step> kept = new ArrayList<>(steps.size());
    for (int i = 0; i < out.length; i++) {
      moved[i] = kept.size();
      if (out[i]) {
        reloadedBytes -= loadedBytes(steps.get(i).instruction());
      } else {
        known[kept.size()] = known[i];
        kept.add(steps.get(i));
      }
    }
    for (int i = 0; i < places.length; i++) {
      if (!operands.isPlain(i) && !out[places[i]]) {
        Step step = steps.get(places[i]);
        kept.set(moved[places[i]], step.with(step.instruction(), moved));
      }
    }
    Script made =
        new Script(kept, buffers, script.groupLimits(), script.psumBanks(), script.semaphores());
    int inserted = kept.size() - script.steps().size();
    return new Result(new Operands(made, operands, known), savedBytes, reloadedBytes, inserted);
  }

  /** By step of the result: the step of the source with the same instruction, or negative. */
  private int[] known() {
    int[] known = new int[steps.size()];
    Arrays.fill(known, -1);
    for (int i = 0; i < places.length; i++) {
      if (!changed[i]) {
        known[places[i]] = i;
      }
    }
    return known;
  }
}

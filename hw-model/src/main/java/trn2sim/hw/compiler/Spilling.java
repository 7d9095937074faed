package trn2sim.hw.compiler;

import java.util.ArrayList;
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
  private final Script script;
  private final long capacity;
  private final TileUses uses;
  private final List<Step> steps = new ArrayList<>();
  private final List<Buffer> buffers;

  /** By step of the source: its place in the result. */
  private final int[] places;

  private final TileCopy[] tiles;
  private final List<TileCopy> resident = new ArrayList<>();
  private long held;
  private long savedBytes;

  private Spilling(Script script, long capacity) {
    this.script = script;
    this.capacity = capacity;
    this.uses = new TileUses(script);
    this.buffers = new ArrayList<>(script.buffers());
    this.places = new int[script.steps().size()];
    this.tiles = new TileCopy[script.buffers().size()];
  }

  /**
   * A script that fits, and what it moves more than the source.
   *
   * @param savedBytes written to HBM and not by the source
   * @param reloadedBytes read from HBM and not by the source
   * @param inserted DMAs more than the source has
   */
  record Result(Script script, long savedBytes, long reloadedBytes, int inserted) {
    static Result unchanged(Script script) {
      return new Result(script, 0, 0, 0);
    }
  }

  /** The script as it is if it fits, or cannot be made to: tiles that share memory stay there. */
  static Result of(Script script, long capacity) {
    boolean shares = script.buffers().stream().anyMatch(Buffer::isShared);
    if (shares || TileUses.peak(script) <= capacity) {
      return Result.unchanged(script);
    }
    Script parts = TileParts.of(script);
    Result made = new Spilling(parts, capacity).rewrite();
    if (made.script == parts) {
      return Result.unchanged(script);
    }
    int inserted = made.script.steps().size() - script.steps().size();
    return new Result(made.script, made.savedBytes, made.reloadedBytes, inserted);
  }

  private Result rewrite() {
    for (int i = 0; i < script.steps().size(); i++) {
      Cancellation.check();
      if (!makeRoom(i)) {
        return Result.unchanged(script);
      }
      Step step = placed(i);
      places[i] = steps.size();
      steps.add(step);
      for (Buffer buffer : uses.of(i)) {
        tiles[buffer.id()].used(step.instruction(), steps.size() - 1);
        if (uses.nextUse(buffer.id(), i + 1) == TileUses.NEVER) {
          release(tiles[buffer.id()]);
        }
      }
    }
    Script made =
        new Script(
            withoutUnread(),
            buffers,
            script.groupLimits(),
            script.psumBanks(),
            script.semaphores());
    long reloaded = loadedBytes(made) - loadedBytes(script);
    return new Result(made, savedBytes, reloaded, made.steps().size() - script.steps().size());
  }

  private static long loadedBytes(Script script) {
    return script.steps().stream()
        .filter(step -> step.instruction() instanceof DmaCopy copy && copy.isLoad())
        .mapToLong(step -> step.instruction().writes().get(0).bytes())
        .sum();
  }

  /** Brings the tiles of a step into SBUF; false if they cannot be there together. */
  private boolean makeRoom(int i) {
    for (Buffer buffer : uses.of(i)) {
      TileCopy tile = tiles[buffer.id()];
      if (tile != null && tile.isResident()) {
        continue;
      }
      while (held + buffer.rowBytes() > capacity) {
        TileCopy victim = furthest(i);
        if (victim == null) {
          return false;
        }
        evict(victim, i);
      }
      held += buffer.rowBytes();
      if (tile == null) {
        tiles[buffer.id()] = new TileCopy(buffer);
      } else {
        bringBack(tile, i);
      }
      resident.add(tiles[buffer.id()]);
    }
    return true;
  }

  private TileCopy furthest(int i) {
    TileCopy best = null;
    int bestUse = -1;
    for (TileCopy tile : resident) {
      int id = tile.source().id();
      int next = uses.nextUse(id, i);
      if (next > i && next > bestUse && !uses.isPinned(id)) {
        best = tile;
        bestUse = next;
      }
    }
    return best;
  }

  /** What is going to be overwritten is not worth keeping. */
  private void evict(TileCopy tile, int i) {
    Buffer source = tile.source();
    boolean dead = uses.overwrites(uses.nextUse(source.id(), i), source);
    if (tile.isUnread()) {
      tile.cancel();
    } else if (!dead && !tile.isLoadedOnly() && !tile.isSaved()) {
      Buffer home = tile.home(this::hbm);
      savedBytes += tile.now().bytes();
      insert(
          new DmaCopy(Engine.SCALAR, DmaCopy.Dge.HWDGE, home.all(), tile.now().all(), false),
          lastSource());
      tile.saved();
    }
    release(tile);
  }

  private void release(TileCopy tile) {
    tile.leave();
    resident.remove(tile);
    held -= tile.source().rowBytes();
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
      insert(load, script.steps().get(i).source());
    }
    tile.reloaded(loads, steps.size());
  }

  private void insert(Instruction instruction, int source) {
    steps.add(new Step(instruction, List.of(), List.of(), -1, Freedom.AS_WRITTEN, source));
  }

  /** A save belongs to the place in the source that has been reached. */
  private int lastSource() {
    return steps.get(steps.size() - 1).source();
  }

  /** The step with its operands where they are now. */
  private Step placed(int i) {
    Step step = script.steps().get(i);
    boolean moved = uses.of(i).stream().anyMatch(tile -> tiles[tile.id()].now() != tile);
    return step.with(moved ? step.instruction().with(this::placed) : step.instruction(), places);
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
  private List<Step> withoutUnread() {
    boolean[] out = new boolean[steps.size()];
    for (TileCopy tile : tiles) {
      if (tile != null) {
        tile.cancelled().forEach(step -> out[step] = true);
      }
    }
    int[] moved = new int[steps.size()];
    List<Step> kept = new ArrayList<>();
    for (int i = 0; i < out.length; i++) {
      moved[i] = kept.size();
      if (!out[i]) {
        kept.add(steps.get(i));
      }
    }
    kept.replaceAll(step -> step.with(step.instruction(), moved));
    return kept;
  }
}

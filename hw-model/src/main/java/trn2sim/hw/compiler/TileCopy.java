package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Region;

/** An SBUF tile of the source on its way in and out of SBUF. */
final class TileCopy {
  static final int NOWHERE = -1;

  private final Buffer source;
  private final List<Instruction> loads = new ArrayList<>(1);
  private final List<Integer> loadSteps = new ArrayList<>(1);
  private final List<Integer> cancelled = new ArrayList<>(0);
  private Buffer now;
  private Optional<Buffer> home = Optional.empty();
  private boolean resident = true;
  private boolean computed;
  private boolean unread = true;
  private boolean saved;
  private int versions = 1;

  /** The step in the result that loaded it from where it is saved, if that is where it is from. */
  private int reload = NOWHERE;

  private TileColumns touched = TileColumns.NONE;
  private TileColumns written = TileColumns.NONE;

  TileCopy(Buffer source) {
    this.source = source;
    this.now = source;
  }

  Buffer source() {
    return source;
  }

  /** Its storage in SBUF, at present or the last time. */
  Buffer now() {
    return now;
  }

  /** Where it is saved in HBM, made at the first call. */
  Buffer home(UnaryOperator<Buffer> make) {
    if (home.isEmpty()) {
      home = Optional.of(make.apply(source));
    }
    return home.get();
  }

  boolean isResident() {
    return resident;
  }

  /** Whether all it holds came from HBM and is there still. */
  boolean isLoadedOnly() {
    return !computed;
  }

  /** Whether it was loaded, and nobody has used it since. */
  boolean isUnread() {
    return unread && !loads.isEmpty() && !computed;
  }

  boolean isSaved() {
    return saved;
  }

  List<Instruction> loads() {
    return loads;
  }

  /** The loads that were in vain, by place in the result. */
  List<Integer> cancelled() {
    return cancelled;
  }

  int nextVersion() {
    return ++versions;
  }

  /** A step of the source touches some columns, as long as it is in SBUF. */
  void touch(Region columns, boolean writes) {
    touched = touched.and(columns);
    written = writes ? written.and(columns) : written;
  }

  int reload() {
    return reload;
  }

  TileColumns touched() {
    return touched;
  }

  /** What has to be saved: what was written, if it came from where it is saved, or all. */
  Access changed() {
    return reload == NOWHERE ? now.all() : written.of(now);
  }

  void reloadedAt(int step) {
    reload = step;
  }

  /** A step of the source has read it. */
  void read() {
    unread = false;
  }

  /** A step of the source has written it. */
  void written(Instruction instruction, int step) {
    saved = false;
    boolean repeatable =
        instruction instanceof DmaCopy copy && copy.src().buffer().role() == Buffer.Role.INPUT;
    if (!repeatable) {
      computed = true;
      unread = false;
      return;
    }
    Region written = instruction.writes().get(0).region();
    computed &= !written.covers(now.all().region());
    loads.removeIf(load -> written.covers(load.writes().get(0).region()));
    loads.add(instruction);
    loadSteps.add(step);
  }

  /** Its loads were in vain, and will be made when it is needed. */
  void cancel() {
    cancelled.addAll(loadSteps);
  }

  void saved() {
    saved = true;
  }

  void leave() {
    resident = false;
  }

  void arrive(Buffer storage) {
    now = storage;
    resident = true;
    unread = true;
    reload = NOWHERE;
    touched = TileColumns.NONE;
    written = TileColumns.NONE;
    loadSteps.clear();
  }

  /** Loaded again; the last of the loads is just before {@code end} in the result. */
  void reloaded(List<Instruction> again, int end) {
    if (!computed) {
      loads.clear();
      loads.addAll(again);
      for (int i = again.size(); i > 0; i--) {
        loadSteps.add(end - i);
      }
    }
  }
}

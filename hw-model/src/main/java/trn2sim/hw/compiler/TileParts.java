package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.isa.Script.Step;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;

/**
 * Splits loaded tiles into the columns that instructions read at a time, so that no more than those
 * has to be loaded again. Packet times of a published kernel that spills show it: it loads rows of
 * 4 KiB and its packets hold 2 KiB, the columns of one matmul. Parts keep the 2 KiB per row below
 * which the vendor's guide calls DMAs inefficient.
 */
final class TileParts {
  private static final int LEAST_BYTES = 2048;
  private static final int UNKNOWN = 0;
  private static final int WHOLE = -1;

  private final Script script;

  /** By buffer: the columns of a part. */
  private final int[] widths;

  private final Buffer[][] parts;
  private final List<Buffer> buffers;
  private final List<Step> steps = new ArrayList<>();

  private TileParts(Script script) {
    this.script = script;
    this.widths = new int[script.buffers().size()];
    this.parts = new Buffer[widths.length][];
    this.buffers = new ArrayList<>(script.buffers());
  }

  /** The same program on smaller tiles. */
  static Script of(Script script) {
    TileParts made = new TileParts(script);
    script.steps().forEach(made::look);
    for (Buffer buffer : script.buffers()) {
      if (made.isSplit(buffer)) {
        made.split(buffer);
      }
    }
    return made.rewritten();
  }

  private void look(Step step) {
    for (Access write : step.instruction().writes()) {
      if (!isWholeLoad(step, write)) {
        widths[write.buffer().id()] = WHOLE;
      }
    }
    for (Access read : step.instruction().reads()) {
      int id = read.buffer().id();
      int width = read.elements();
      boolean part = isPlain(read) && read.col() % width == 0 && !step.synchronises();
      boolean asBefore = widths[id] == UNKNOWN || widths[id] == width;
      widths[id] = part && asBefore ? width : WHOLE;
    }
  }

  private static boolean isPlain(Access access) {
    return access.offset().isEmpty() && access.pattern().run() == access.elements();
  }

  private static boolean isWholeLoad(Step step, Access write) {
    return step.instruction() instanceof DmaCopy copy
        && copy.src().buffer().role() == Buffer.Role.INPUT
        && copy.src().rows() == write.rows()
        && !copy.transpose()
        && !step.synchronises()
        && isPlain(copy.src())
        && isPlain(write)
        && write.size() == write.buffer().all().size();
  }

  private boolean isSplit(Buffer buffer) {
    int width = widths[buffer.id()];
    return buffer.space() == MemorySpace.SBUF
        && buffer.role() == Buffer.Role.SCRATCH
        && !script.groupLimits().containsKey(buffer.group())
        && width > 0
        && width < buffer.cols()
        && buffer.cols() % width == 0
        && width * buffer.dtype().bytes() >= LEAST_BYTES;
  }

  private void split(Buffer tile) {
    int width = widths[tile.id()];
    Buffer[] made = new Buffer[tile.cols() / width];
    for (int part = 0; part < made.length; part++) {
      made[part] =
          new Buffer(
              buffers.size(),
              tile.name() + "/" + part,
              tile.group(),
              tile.space(),
              tile.role(),
              tile.dtype(),
              tile.rows(),
              width);
      buffers.add(made[part]);
    }
    parts[tile.id()] = made;
  }

  private Script rewritten() {
    int[] places = new int[script.steps().size()];
    for (int i = 0; i < places.length; i++) {
      Step step = script.steps().get(i);
      if (step.instruction() instanceof DmaCopy copy && parts[copy.dst().buffer().id()] != null) {
        for (Buffer part : parts[copy.dst().buffer().id()]) {
          steps.add(step.with(load(copy, part), places));
        }
      } else {
        boolean splits = step.instruction().reads().stream().anyMatch(this::isSplit);
        Instruction same = step.instruction();
        steps.add(step.with(splits ? same.with(this::placed) : same, places));
      }
      places[i] = steps.size() - 1;
    }
    return new Script(
        steps, buffers, script.groupLimits(), script.psumBanks(), script.semaphores());
  }

  private boolean isSplit(Access access) {
    return parts[access.buffer().id()] != null;
  }

  private Access placed(Access access) {
    return isSplit(access) ? in(access) : access;
  }

  private Access in(Access access) {
    int width = widths[access.buffer().id()];
    Buffer part = parts[access.buffer().id()][access.col() / width];
    return part.slice(access.row(), access.rows(), 0, width);
  }

  private DmaCopy load(DmaCopy whole, Buffer part) {
    int number = part.id() - parts[whole.dst().buffer().id()][0].id();
    Access src = whole.src();
    Access columns =
        src.buffer().slice(src.row(), src.rows(), src.col() + number * part.cols(), part.cols());
    return new DmaCopy(whole.engine(), whole.dge(), part.all(), columns, false);
  }
}

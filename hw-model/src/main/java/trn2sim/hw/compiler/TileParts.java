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

  private final Operands operands;
  private final Script script;

  /** By buffer: the columns of a part. */
  private final int[] widths;

  private final Buffer[][] parts;
  private final List<Buffer> buffers;
  private final List<Step> steps = new ArrayList<>();

  private TileParts(Operands operands) {
    this.operands = operands;
    this.script = operands.script();
    this.widths = new int[script.buffers().size()];
    this.parts = new Buffer[widths.length][];
    this.buffers = new ArrayList<>(script.buffers());
    for (Buffer buffer : script.buffers()) {
      widths[buffer.id()] = canBeSplit(buffer) ? UNKNOWN : WHOLE;
    }
  }

  /** The same program on smaller tiles. */
  static Operands of(Operands source) {
    TileParts made = new TileParts(source);
    for (int step = 0; step < source.steps(); step++) {
      made.look(step);
    }
    for (Buffer buffer : source.script().buffers()) {
      if (made.widths[buffer.id()] > 0) {
        made.split(buffer);
      }
    }
    boolean asBefore = made.buffers.size() == source.script().buffers().size();
    return asBefore ? source : new Operands(made.rewritten());
  }

  private boolean canBeSplit(Buffer buffer) {
    return buffer.space() == MemorySpace.SBUF
        && buffer.role() == Buffer.Role.SCRATCH
        && !script.groupLimits().containsKey(buffer.group());
  }

  private void look(int step) {
    for (int i = operands.start(step); i < operands.end(step); i++) {
      int tile = operands.buffer(i);
      if (widths[tile] != WHOLE) {
        boolean written = i < operands.reads(step);
        int width = written ? written(step, operands.get(i)) : read(operands.get(i));
        widths[tile] = operands.synchronises(step) ? WHOLE : width;
      }
    }
  }

  private int written(int step, Access write) {
    Instruction instruction = script.steps().get(step).instruction();
    return isWholeLoad(instruction, write) ? widths[write.buffer().id()] : WHOLE;
  }

  private int read(Access read) {
    Buffer tile = read.buffer();
    int width = read.elements();
    boolean asBefore = widths[tile.id()] == UNKNOWN || widths[tile.id()] == width;
    boolean divides = width < tile.cols() && tile.cols() % width == 0 && read.col() % width == 0;
    boolean wide = width * tile.dtype().bytes() >= LEAST_BYTES;
    return asBefore && divides && wide && isPlain(read) ? width : WHOLE;
  }

  private static boolean isPlain(Access access) {
    return access.offset().isEmpty() && access.pattern().run() == access.elements();
  }

  private static boolean isWholeLoad(Instruction instruction, Access write) {
    return instruction instanceof DmaCopy copy
        && copy.src().buffer().role() == Buffer.Role.INPUT
        && copy.src().rows() == write.rows()
        && !copy.transpose()
        && isPlain(copy.src())
        && isPlain(write)
        && write.size() == write.buffer().size();
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
        Instruction same = step.instruction();
        steps.add(step.with(readsParts(i) ? same.with(this::placed) : same, places));
      }
      places[i] = steps.size() - 1;
    }
    return new Script(
        steps, buffers, script.groupLimits(), script.psumBanks(), script.semaphores());
  }

  private boolean readsParts(int step) {
    for (int i = operands.reads(step); i < operands.end(step); i++) {
      if (parts[operands.buffer(i)] != null) {
        return true;
      }
    }
    return false;
  }

  private Access placed(Access access) {
    return parts[access.buffer().id()] == null ? access : in(access);
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

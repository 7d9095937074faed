package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import trn2sim.core.program.Program.Signal;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Role;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;

/** Programs of loads, products, copies and stores with random storage, edges and blocks. */
final class RandomScript {
  private static final int TILES = 6;
  private static final int SMALL = 512;
  private static final int BANK = 512;
  private static final int LARGE = 12_000;

  private final SplittableRandom random;
  private final List<Buffer> buffers = new ArrayList<>();
  private final List<Script.Step> steps = new ArrayList<>();
  private final List<Buffer> tiles = new ArrayList<>();
  private final Buffer in;
  private final Buffer out;

  private RandomScript(SplittableRandom random) {
    this.random = random;
    this.in = buffer("in", MemorySpace.HBM, Role.INPUT, 512);
    this.out = buffer("out", MemorySpace.HBM, Role.OUTPUT, 512);
  }

  static Script of(SplittableRandom random) {
    RandomScript made = new RandomScript(random);
    for (int i = 0; i < TILES; i++) {
      made.tiles.add(made.freshTile());
    }
    int blocks = 10 + random.nextInt(30);
    for (int i = 0; i < blocks; i++) {
      made.something();
    }
    Map<String, Integer> limits = random.nextBoolean() ? Map.of() : Map.of("tile", 8);
    return new Script(made.steps, made.buffers, limits, 8, List.of("flag"));
  }

  private void something() {
    int which = random.nextInt(10);
    if (which < 3) {
      int at = random.nextInt(TILES);
      if (random.nextInt(3) > 0) {
        tiles.set(at, freshTile());
      }
      Buffer tile = tiles.get(at);
      load(tile.cols() == SMALL && random.nextBoolean() ? tile.all() : part(tile));
    } else if (which < 6) {
      accumulate();
    } else if (which < 8) {
      Freedom freedom = random.nextBoolean() ? Freedom.ANY_ENGINE : Freedom.AS_WRITTEN;
      copy(part(pick()), part(pick()), freedom);
    } else {
      store(part(pick()));
    }
  }

  private void load(Access tile) {
    add(new DmaCopy(Engine.GPSIMD, Dge.SWDGE, tile, columns(in, tile), false), Freedom.AS_WRITTEN);
  }

  private void store(Access tile) {
    add(new DmaCopy(Engine.GPSIMD, Dge.SWDGE, columns(out, tile), tile, false), Freedom.AS_WRITTEN);
  }

  /** A group of matmuls into PSUM, in a tile of one bank or two, and the copy that evacuates it. */
  private void accumulate() {
    int banks = 1 + random.nextInt(2);
    Buffer psum = buffer("psum", MemorySpace.PSUM, Role.SCRATCH, banks * BANK);
    Access sum = psum.slice(0, 128, BANK * random.nextInt(banks), 256);
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Access left = pick().slice(0, 128, 0, 128);
      Access right = pick().slice(0, 128, 0, 256);
      add(new NcMatmul(sum, left, right, i == 0, i == count - 1, false), Freedom.AS_WRITTEN);
    }
    copy(pick().slice(0, 128, 0, 256), sum, Freedom.ANY_ENGINE);
  }

  private void copy(Access dst, Access src, Freedom freedom) {
    Optional<Access> none = Optional.empty();
    add(new Elementwise(Engine.VECTOR, Op.TENSOR_COPY, dst, Optional.of(src), none, 0), freedom);
  }

  private void add(Instruction instruction, Freedom freedom) {
    Freedom asked = freedom;
    if (!steps.isEmpty() && random.nextInt(8) == 0) {
      asked = asked.after(List.of(random.nextInt(steps.size())));
    }
    if (random.nextInt(4) == 0) {
      asked = asked.in(random.nextInt(2));
    }
    List<Signal> signals = random.nextInt(10) == 0 ? List.of(new Signal(0, 1)) : List.of();
    steps.add(new Script.Step(instruction, List.of(), signals, -1, asked, steps.size()));
  }

  private Buffer pick() {
    return tiles.get(random.nextInt(TILES));
  }

  /** Half of a tile, or all that the other operands have too. */
  private Access part(Buffer tile) {
    return tile.slice(0, 128, 256 * random.nextInt(2), 256);
  }

  private static Access columns(Buffer tensor, Access like) {
    return tensor.slice(0, like.rows(), like.col(), like.elements());
  }

  /** Some tiles are so large that not many fit at once. */
  private Buffer freshTile() {
    return buffer("tile", MemorySpace.SBUF, Role.SCRATCH, random.nextInt(4) == 0 ? LARGE : SMALL);
  }

  private Buffer buffer(String group, MemorySpace space, Role role, int cols) {
    DType type = space == MemorySpace.PSUM ? DType.FP32 : DType.BF16;
    String name = group + buffers.size();
    Buffer buffer = new Buffer(buffers.size(), name, group, space, role, type, 128, cols);
    buffers.add(buffer);
    return buffer;
  }
}

package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Role;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.NkiLimits;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.ElementTypes;
import trn2sim.kernels.nki.stream.UnsupportedException;

/** The tensors of one program as buffers of its script, by their number in the stream. */
final class Tensors {
  /** Bytes of the elements that stretches of memory are made of. */
  private static final int WORD = 4;

  private final CoreScript script;
  private final int core;
  private final Map<Integer, Buffer> buffers = new HashMap<>();
  private final Map<String, Integer> names = new HashMap<>();
  private final List<Declaration> addressed = new ArrayList<>();
  private final Map<String, Buffer> shared = new HashMap<>();
  private final Map<String, Buffer> readAs = new HashMap<>();
  private final Map<String, Buffer> tables = new HashMap<>();

  Tensors(CoreScript script, int core) {
    this.script = script;
    this.core = core;
  }

  /** Forgets the numbers of a program; what is in shared HBM stays for the next. */
  void next() {
    buffers.clear();
    names.clear();
    readAs.clear();
  }

  /** Makes the buffer of a {@code buf} record; rows of a tensor in HBM are its last dimension. */
  Optional<Buffer> declare(Declaration declared) {
    if (declared.place().isPresent()) {
      addressed.add(declared);
      return Optional.empty();
    }
    DType dtype = declared.type();
    List<Long> shape = declared.shape();
    MemorySpace space = declared.memory();
    long size = declared.size();
    long cols = space == MemorySpace.HBM ? shape.get(shape.size() - 1) : size / shape.get(0);
    if (size > Integer.MAX_VALUE) {
      throw new UnsupportedException(declared.name() + " has " + size + " elements, 2^31 at most");
    }
    String name = name(declared, space);
    Supplier<Buffer> made =
        () ->
            script.declare(
                new Buffer(
                    script.nextBuffer(),
                    name,
                    declared.group(),
                    space,
                    role(declared),
                    dtype,
                    (int) (size / cols),
                    (int) cols));
    Buffer buffer = declared.shared() ? shared.computeIfAbsent(name, n -> made.get()) : made.get();
    buffers.put(declared.id(), buffer);
    return Optional.of(buffer);
  }

  /**
   * Lays the tiles with addresses into one stretch of each memory, as far as they reach: they may
   * overlap, and the kernel means it.
   */
  private void layOut() {
    if (addressed.isEmpty()) {
      return;
    }
    for (MemorySpace space : List.of(MemorySpace.SBUF, MemorySpace.PSUM)) {
      List<Declaration> tiles = addressed.stream().filter(tile -> tile.memory() == space).toList();
      if (!tiles.isEmpty()) {
        long bytes = tiles.stream().mapToLong(Tensors::end).max().orElse(0);
        int words = Math.toIntExact((bytes + WORD - 1) / WORD);
        int owner = script.nextBuffer();
        String name = space.name().toLowerCase(Locale.ROOT) + " addresses";
        script.declare(
            new Buffer(
                owner, name, name, space, Role.SCRATCH, DType.INT32, NkiLimits.PARTITIONS, words));
        tiles.forEach(tile -> buffers.put(tile.id(), at(tile, owner)));
      }
    }
    addressed.clear();
  }

  private static long end(Declaration tile) {
    return tile.place().orElseThrow().bytes() + tile.rowBytes();
  }

  private Buffer at(Declaration tile, int owner) {
    Declaration.Address place = tile.place().orElseThrow();
    int rows = Math.toIntExact(tile.shape().get(0));
    return script.declare(
        new Buffer(
            script.nextBuffer(),
            name(tile, tile.memory()),
            tile.group(),
            tile.memory(),
            role(tile),
            tile.type(),
            rows,
            Math.toIntExact(tile.size() / rows),
            new Buffer.Home(owner, place.partition(), place.bytes())));
  }

  /** The bytes of a tensor as elements of another type. */
  Buffer readAs(int number, String dtype) {
    Buffer whole = get(number);
    DType other = ElementTypes.of(whole.name(), dtype);
    return readAs.computeIfAbsent(number + " " + dtype, key -> readAs(whole, other));
  }

  /** A table of all numbers below the bound of a register, each in a row of its own. */
  Buffer numbersBelow(int bound) {
    if (bound > NkiLimits.PARTITIONS) {
      throw new UnsupportedException("a number of more than 128 ranks as a value");
    }
    return tables.computeIfAbsent(
        "numbers below " + bound,
        name ->
            script.declare(
                new Buffer(
                    script.nextBuffer(),
                    name,
                    Buffer.REGISTERS,
                    MemorySpace.SBUF,
                    Role.INPUT,
                    DType.INT32,
                    bound,
                    1)));
  }

  /** What those tables hold from the start. */
  Map<String, Problem.Contents> constants() {
    Map<String, Problem.Contents> constants = new HashMap<>();
    tables.keySet().forEach(name -> constants.put(name, index -> index));
    return constants;
  }

  private Buffer readAs(Buffer whole, DType other) {
    boolean inRows = whole.rowBytes() % other.bytes() == 0;
    long bytes = inRows ? whole.rowBytes() : whole.bytes();
    Buffer.Home home = whole.home();
    return script.declare(
        new Buffer(
            script.nextBuffer(),
            whole.name(),
            whole.group(),
            whole.space(),
            whole.role(),
            other,
            inRows ? whole.rows() : 1,
            Math.toIntExact(bytes / other.bytes()),
            home));
  }

  Buffer get(int number) {
    layOut();
    Buffer buffer = buffers.get(number);
    if (buffer == null) {
      throw new UnsupportedException("tensor " + number + ", which the stream does not declare");
    }
    return buffer;
  }

  /**
   * Tensors in shared HBM have one name on all cores of the rank; all others are the core's. The
   * first tile that is called v is v#1, and one without a name is called by its line.
   */
  private String name(Declaration declared, MemorySpace space) {
    if (space != MemorySpace.HBM) {
      String given = declared.isNamed() ? declared.name() : declared.group();
      return given + "#" + names.merge(given, 1, Integer::sum);
    }
    int copy = names.merge(declared.name(), 1, Integer::sum);
    String own = copy == 1 ? declared.name() : declared.name() + copy;
    return declared.shared() ? own : own + "@" + core;
  }

  private static Role role(Declaration declared) {
    return switch (declared.role()) {
      case "input" -> Role.INPUT;
      case "output", "inout" -> Role.OUTPUT;
      default -> Role.SCRATCH;
    };
  }
}

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

/** The tensors of one program as buffers of its script, by their number in the stream. */
final class Tensors {
  private static final Map<String, DType> TYPES =
      Map.ofEntries(
          Map.entry("float32", DType.FP32),
          Map.entry("tfloat32", DType.TF32),
          Map.entry("bfloat16", DType.BF16),
          Map.entry("float16", DType.FP16),
          Map.entry("float8_e4m3", DType.FP8_E4M3),
          Map.entry("float8_e4m3fn", DType.FP8_E4M3FN),
          Map.entry("float8_e5m2", DType.FP8_E5M2),
          Map.entry("int32", DType.INT32),
          Map.entry("int16", DType.INT16),
          Map.entry("int8", DType.INT8),
          Map.entry("uint32", DType.UINT32),
          Map.entry("uint16", DType.UINT16),
          Map.entry("uint8", DType.UINT8),
          Map.entry("bool", DType.UINT8));

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
    DType dtype = type(declared);
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
    return tile.place().orElseThrow().bytes() + rowBytes(tile);
  }

  static long rowBytes(Declaration tile) {
    return tile.size() / tile.shape().get(0) * type(tile).bytes();
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
            type(tile),
            rows,
            Math.toIntExact(tile.size() / rows),
            new Buffer.Home(owner, place.partition(), place.bytes())));
  }

  /** The bytes of a tensor as elements of another type. */
  Buffer readAs(int number, String dtype) {
    Buffer whole = get(number);
    DType other = type(whole.name(), dtype);
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

  static DType type(Declaration declared) {
    return type(declared.name(), declared.dtype());
  }

  private static DType type(String name, String dtype) {
    return Optional.ofNullable(TYPES.get(dtype))
        .orElseThrow(
            () ->
                new UnsupportedException(
                    name + " of the type " + dtype + " is not simulated" + instead(dtype)));
  }

  /** What the engines have of the same kind, if the type is only too wide for them. */
  private static String instead(String dtype) {
    return dtype.endsWith("64") ? "; use " + dtype.replace("64", "32") : "";
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

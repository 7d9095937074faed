package trn2sim.kernels.nki;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Role;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.CoreScript;

/** The tensors of one program as buffers of its script, by their number in the stream. */
final class Tensors {
  private static final Map<String, DType> TYPES =
      Map.of(
          "float32", DType.FP32,
          "tfloat32", DType.TF32,
          "bfloat16", DType.BF16,
          "float16", DType.FP16,
          "float8_e4m3", DType.FP8_E4M3,
          "float8_e5m2", DType.FP8_E5M2,
          "int32", DType.INT32);

  private final CoreScript script;
  private final int core;
  private final Map<Integer, Buffer> buffers = new HashMap<>();
  private final Map<String, Integer> names = new HashMap<>();

  Tensors(CoreScript script, int core) {
    this.script = script;
    this.core = core;
  }

  /** Makes the buffer of a {@code buf} record; rows of a tensor in HBM are its last dimension. */
  Buffer declare(Declaration declared) {
    if (declared.fixedPlace()) {
      throw new UnsupportedException("tile " + declared.name() + " at a fixed address");
    }
    DType dtype = type(declared);
    List<Long> shape = declared.shape();
    MemorySpace space = declared.memory();
    long size = declared.size();
    long cols = space == MemorySpace.HBM ? shape.get(shape.size() - 1) : size / shape.get(0);
    if (size > Integer.MAX_VALUE) {
      throw new UnsupportedException(declared.name() + " has " + size + " elements, 2^31 at most");
    }
    Buffer buffer =
        script.declare(
            new Buffer(
                script.nextBuffer(),
                name(declared, space),
                declared.group(),
                space,
                role(declared),
                dtype,
                (int) (size / cols),
                (int) cols));
    buffers.put(declared.id(), buffer);
    return buffer;
  }

  static DType type(Declaration declared) {
    return Optional.ofNullable(TYPES.get(declared.dtype()))
        .orElseThrow(
            () ->
                new UnsupportedException(
                    declared.name() + " of the type " + declared.dtype() + " is not simulated"));
  }

  Buffer get(int number) {
    Buffer buffer = buffers.get(number);
    if (buffer == null) {
      throw new UnsupportedException("tensor " + number + ", which the stream does not declare");
    }
    return buffer;
  }

  /** Tensors in shared HBM have one name on all cores of the rank; all others are the core's. */
  private String name(Declaration declared, MemorySpace space) {
    int copy = names.merge(declared.name(), 1, Integer::sum);
    String own = copy == 1 && space == MemorySpace.HBM ? declared.name() : declared.name() + copy;
    boolean apart = space == MemorySpace.HBM && !declared.shared();
    return apart ? own + "@" + core : own;
  }

  private static Role role(Declaration declared) {
    return switch (declared.role()) {
      case "input" -> Role.INPUT;
      case "output", "inout" -> Role.OUTPUT;
      default -> Role.SCRATCH;
    };
  }
}

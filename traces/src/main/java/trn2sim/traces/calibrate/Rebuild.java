package trn2sim.traces.calibrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.BufferException;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Pattern;
import trn2sim.hw.spec.NkiLimits;
import trn2sim.traces.profile.ParsedOperands;

/**
 * An instruction made again from what a profile says of it, so that the cost model can be asked
 * what it takes. Where its tensors lie does not matter, their memories, types and strides do.
 */
final class Rebuild {
  private static final Map<String, DType> TYPES =
      Map.of(
          "float32", DType.FP32,
          "fp32r", DType.TF32,
          "bfloat16", DType.BF16,
          "float16", DType.FP16,
          "fp8e4", DType.FP8_E4M3,
          "fp8e5", DType.FP8_E5M2,
          "fp8e4fn", DType.FP8_E4M3FN);

  /** An operand with one number for each row, which has an address and no loops. */
  static final String POINTER = "_ptr=";

  private final Engine engine;
  private final ParsedOperands operands;
  private final int rows;
  private final boolean pointer;
  private int buffers;

  /**
   * @param text the operands as the profile spells them
   */
  private Rebuild(Engine engine, String text) {
    this.engine = engine;
    ParsedOperands operands = ParsedOperands.of(text);
    pointer = text.contains(POINTER);
    this.operands = operands;
    this.rows = operands.rows().orElse(NkiLimits.PARTITIONS);
  }

  /** Nothing if the profile does not say enough, or the instruction is not one of NKI's. */
  static Optional<Instruction> compute(Engine engine, String opcode, String type, String text) {
    try {
      return Optional.of(new Rebuild(engine, text).compute(opcode, type));
    } catch (IllegalArgumentException | OperandException | BufferException e) {
      return Optional.empty();
    }
  }

  /** A transfer whose descriptors are made so. */
  static Optional<Instruction> dma(Engine engine, DmaCopy.Dge dge, boolean transpose, String text) {
    try {
      Optional<ElementDma> elements = ElementDma.of(text);
      return Optional.of(
          elements.isPresent() && !transpose
              ? elements.get().copy(engine, dge)
              : new Rebuild(engine, text).dma(dge, transpose));
    } catch (IllegalArgumentException | OperandException | BufferException e) {
      return Optional.empty();
    }
  }

  private Instruction compute(String opcode, String type) {
    return switch (opcode) {
      case "MATMUL" -> type.equals("TRANSPOSE") ? transpose() : matmul();
      case "COPY", "CAST" -> elementwise(Op.TENSOR_COPY, Optional.empty());
      case "MEMSET" ->
          new Elementwise(
              engine, Op.MEMSET, tensor("dst", rows), Optional.empty(), Optional.empty(), 0);
      case "RECIPROCAL" -> elementwise(Op.RECIPROCAL, Optional.empty());
      case "TENSOR_TENSOR", "SCALAR_TENSOR_TENSOR" -> elementwise(Op.TENSOR_TENSOR_ADD, other());
      case "TENSOR_TENSOR_SCAN" -> elementwise(Op.TENSOR_TENSOR_SCAN, other());
      case "TENSOR_SCALAR" -> elementwise(Op.TENSOR_SCALAR_ADD, column());
      case "TENSOR_REDUCE" -> elementwise(Op.TENSOR_REDUCE_ADD, Optional.empty());
      case "ACTIVATE" -> activation(type);
      default -> throw new IllegalArgumentException(opcode);
    };
  }

  private Elementwise elementwise(Op op, Optional<Access> second) {
    return new Elementwise(
        engine, op, tensor("dst", rows), Optional.of(tensor("src", rows)), second, 0);
  }

  /** The second tensor, as large as the first. */
  private Optional<Access> other() {
    long wanted = named("src").elements();
    return sources().filter(a -> a.elements() == wanted).map(a -> access(a, rows));
  }

  /** One number for each row. */
  private Optional<Access> column() {
    return pointer
        ? Optional.of(whole(MemorySpace.SBUF, DType.FP32, rows, 1))
        : sources().filter(a -> a.elements() == 1).map(a -> access(a, rows));
  }

  private Optional<ParsedOperands.Access> sources() {
    return operands.access("src1");
  }

  private Activation activation(String type) {
    if (operands.access("dst1").isPresent()) {
      throw new IllegalArgumentException("sums its rows");
    }
    Activation.Function function =
        Activation.Function.valueOf(type.isEmpty() ? "IDENTITY" : type.toUpperCase(Locale.ROOT));
    return new Activation(tensor("dst", rows), tensor("src", rows), function, 1, column());
  }

  /** Profiles name the moving tensor; the size after it is that of the stationary one. */
  private NcMatmul matmul() {
    Access moving = tensor("src", rows);
    int columns = operands.columns().orElse(NkiLimits.STATIONARY);
    Access stationary = whole(MemorySpace.SBUF, moving.dtype(), rows, columns);
    Access dst = whole(MemorySpace.PSUM, DType.FP32, columns, moving.elements());
    return new NcMatmul(dst, stationary, moving, true, true, false);
  }

  private NcTranspose transpose() {
    Access src = tensor("src", rows);
    return new NcTranspose(whole(MemorySpace.PSUM, src.dtype(), src.elements(), rows), src);
  }

  private DmaCopy dma(DmaCopy.Dge dge, boolean transpose) {
    Access src = tensor("src", rows);
    long elements = Math.max(1, named("dst").elements());
    if (src.size() % elements != 0) {
      throw new IllegalArgumentException("sizes that differ");
    }
    Access dst = tensor("dst", Math.toIntExact(src.size() / elements));
    return new DmaCopy(engine, dge, dst, src, transpose);
  }

  private ParsedOperands.Access named(String role) {
    return operands.access(role).orElseThrow(() -> new IllegalArgumentException("no " + role));
  }

  private Access tensor(String role, int rowCount) {
    return access(named(role), rowCount);
  }

  private Access access(ParsedOperands.Access text, int rowCount) {
    Pattern pattern = pattern(text);
    Buffer buffer = buffer(space(text), type(text.dtype()), rowCount, pattern.span());
    return new Access(buffer, 0, rowCount, -pattern.low(), pattern, Optional.empty());
  }

  private Access whole(MemorySpace space, DType type, int rowCount, int columns) {
    return buffer(space, type, rowCount, columns).all();
  }

  private Buffer buffer(MemorySpace space, DType type, int rowCount, int columns) {
    int id = buffers++;
    String name = "tensor" + id;
    return new Buffer(id, name, name, space, Buffer.Role.SCRATCH, type, rowCount, columns);
  }

  private static MemorySpace space(ParsedOperands.Access text) {
    return text.inPsum() ? MemorySpace.PSUM : text.inSbuf() ? MemorySpace.SBUF : MemorySpace.HBM;
  }

  /** The text has the innermost loop first; loops of one round say nothing. */
  private static Pattern pattern(ParsedOperands.Access text) {
    List<Pattern.Dim> dims = new ArrayList<>();
    int loops = Math.min(text.strides().size(), text.counts().size());
    for (int i = loops - 1; i >= 0; i--) {
      if (i == 0 || text.counts().get(i) > 1) {
        dims.add(new Pattern.Dim(text.strides().get(i), text.counts().get(i)));
      }
    }
    return new Pattern(dims);
  }

  private static DType type(String name) {
    return Optional.ofNullable(TYPES.get(name))
        .or(() -> Arrays.stream(DType.values()).filter(t -> t.label().equals(name)).findFirst())
        .orElseThrow(() -> new IllegalArgumentException("no type " + name));
  }
}

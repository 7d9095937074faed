package trn2sim.hw.cost;

import java.util.Optional;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.TensorReduce;
import trn2sim.hw.isa.TileFunction;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.VectorSpec;

/**
 * Time on the Vector engine: start-up + elements x cycles / mode. Fast modes of NeuronCore-v3: copy
 * and tensor-scalar run 4 elements per lane and cycle when everything is narrow, contiguous and in
 * SBUF, 2 when only one side of that is in PSUM, or when all is in SBUF but of other types or
 * apart; tensor-tensor 2 when everything is narrow and read from SBUF; all else 1. Narrow are bf16
 * and fp16, with NeuronCore-v4 fp8 too (trainium2_arch, trainium3_arch; that fp32 within SBUF runs
 * at 2 was measured). scalar_tensor_tensor takes about as long as tensor_tensor (isa docstrings
 * since 2.27; those of 2.26 gave it less, in cycles of Trainium1).
 */
final class VectorEngineCost {
  private enum Family {
    COPY,
    SCALAR,
    TENSORS,
    OTHER
  }

  private static final int READOUT_CYCLES = 64;

  private final VectorSpec engine;

  VectorEngineCost(VectorSpec engine) {
    this.engine = engine;
  }

  private static Family family(Op op) {
    return switch (op) {
      case TENSOR_COPY -> Family.COPY;
      case TENSOR_SCALAR_ADD, TENSOR_SCALAR_MULTIPLY -> Family.SCALAR;
      case TENSOR_TENSOR_ADD, TENSOR_TENSOR_SUBTRACT, TENSOR_TENSOR_MULTIPLY, TENSOR_TENSOR_MAX ->
          Family.TENSORS;
      case MEMSET, TENSOR_REDUCE_ADD, TENSOR_REDUCE_MAX, TENSOR_TENSOR_SCAN, RECIPROCAL ->
          Family.OTHER;
    };
  }

  private VectorSpec.Law law(Op op) {
    return switch (op) {
      case TENSOR_COPY -> engine.copy();
      case MEMSET -> engine.memset();
      case TENSOR_TENSOR_ADD, TENSOR_TENSOR_SUBTRACT, TENSOR_TENSOR_MULTIPLY, TENSOR_TENSOR_MAX ->
          engine.tensors();
      case TENSOR_SCALAR_ADD, TENSOR_SCALAR_MULTIPLY -> engine.scalar();
      case TENSOR_REDUCE_ADD, TENSOR_REDUCE_MAX -> engine.reduce();
      case TENSOR_TENSOR_SCAN -> engine.scan();
      case RECIPROCAL -> engine.reciprocal();
    };
  }

  Cost cost(Elementwise instruction) {
    Access src = instruction.src().orElse(instruction.dst());
    boolean scalar = instruction.op().takesScalar();
    Traits traits = traits(instruction.dst(), src, scalar ? Optional.empty() : instruction.other());
    boolean column = scalar && instruction.other().isPresent();
    if (clearsHalfWords(instruction)) {
      return cost(engine.clear(), Family.OTHER, traits, false);
    }
    return cost(law(instruction.op()), family(instruction.op()), traits, column);
  }

  /** Zeros of bf16 and fp16 are written two at a time (isa docstrings of v2.26.0). */
  private static boolean clearsHalfWords(Elementwise instruction) {
    return instruction.op() == Op.MEMSET
        && instruction.immediate() == 0
        && instruction.dst().dtype().bytes() == 2
        && !instruction.dst().dtype().isInteger();
  }

  /** Two operations take the time of one: the pipeline has both units. */
  Cost cost(Arithmetic instruction) {
    Optional<Access> tensor = instruction.tensor();
    Traits traits = traits(instruction.dst(), instruction.src(), tensor);
    boolean column = instruction.hasColumn();
    if (tensor.isEmpty()) {
      return cost(engine.scalar(), Family.SCALAR, traits, column);
    }
    return cost(engine.tensors(), Family.TENSORS, traits, column);
  }

  Cost cost(TensorReduce instruction) {
    Traits traits = traits(instruction.dst(), instruction.src(), Optional.empty());
    return cost(engine.reduce(), Family.OTHER, traits, false);
  }

  /** Reads that come after it cost the shortest instruction (isa docstrings: 64 cycles). */
  Cost cost(TileFunction instruction) {
    TileOp.Law kind = instruction.op().law();
    VectorSpec.Law law =
        switch (kind) {
          case SCAN -> engine.scan();
          case AGGREGATE -> engine.aggregate();
          default -> stream(instruction.op());
        };
    double cycles = Math.max(engine.minCycles(), instruction.elements() * law.cycles());
    long stream = engine.clock().psForFraction(cycles);
    boolean folds = kind == TileOp.Law.STREAM_AND_FOLD;
    long readout = folds ? engine.clock().psForFraction(READOUT_CYCLES) : 0;
    long latency = law.startupPs() + stream + readout;
    return new Cost.Fixed(Math.max(stream + readout, latency - engine.overlapPs()), latency, -1);
  }

  private VectorSpec.Law stream(TileOp op) {
    if (op instanceof TileOp.Exponential) {
      return engine.exponential();
    }
    return op instanceof TileOp.Rand ? engine.random() : engine.scalar();
  }

  private Cost cost(VectorSpec.Law law, Family family, Traits traits, boolean column) {
    double cycles = law.cycles() / mode(family, traits);
    if (family == Family.COPY && !traits.touchesPsum() && traits.widens && !traits.narrow) {
      cycles = engine.widenCycles();
    }
    boolean variant = family == Family.TENSORS ? traits.touchesPsum() : traits.narrowSource;
    long stream =
        engine.clock().psForFraction(Math.max(engine.minCycles(), traits.elements * cycles));
    long latency =
        (variant ? law.variantPs() : law.startupPs()) + stream + (column ? engine.pointerPs() : 0);
    long issue = Math.max(stream, latency - engine.overlapPs());
    return new Cost.Fixed(issue, latency, -1, borrows(family, traits));
  }

  /**
   * Copies and tensor-scalar within SBUF move more bytes a cycle than Vector's own way there
   * carries; tensor-tensor of 16 bits at 2 moves as many as of 32 bits at 1.
   */
  private static boolean borrows(Family family, Traits traits) {
    return (family == Family.COPY || family == Family.SCALAR) && !traits.touchesPsum();
  }

  private static int mode(Family family, Traits traits) {
    return switch (family) {
      case COPY, SCALAR -> streamMode(traits);
      case TENSORS -> traits.narrow && !traits.fromPsum ? 2 : 1;
      case OTHER -> 1;
    };
  }

  private static int streamMode(Traits traits) {
    boolean fast = traits.narrow && traits.contiguous;
    if (!traits.touchesPsum()) {
      return fast ? 4 : 2;
    }
    return fast && !(traits.fromPsum && traits.toPsum) ? 2 : 1;
  }

  private Traits traits(Access dst, Access src, Optional<Access> tensor) {
    Access other = tensor.orElse(src);
    return new Traits(
        src.elements(),
        isPsum(src) || isPsum(other),
        isPsum(dst),
        isNarrow(dst) && isNarrow(src) && isNarrow(other),
        stride(dst) <= 1 && stride(src) <= 1 && stride(other) <= 1,
        width(src) < width(dst),
        width(src) == 2);
  }

  private boolean isNarrow(Access access) {
    boolean fits = width(access) <= 2 && width(access) >= engine.fastBytes();
    return fits && !access.dtype().isInteger();
  }

  private static boolean isPsum(Access access) {
    return access.space() == MemorySpace.PSUM;
  }

  private static int width(Access access) {
    return access.dtype().bytes();
  }

  private static int stride(Access access) {
    return access.pattern().innerStride();
  }

  /** What the modes depend on; a scalar operand does not count as a tensor. */
  private record Traits(
      int elements,
      boolean fromPsum,
      boolean toPsum,
      boolean narrow,
      boolean contiguous,
      boolean widens,
      boolean narrowSource) {

    boolean touchesPsum() {
      return fromPsum || toPsum;
    }
  }
}

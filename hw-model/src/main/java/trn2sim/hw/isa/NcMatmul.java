package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.NkiLimits;

/**
 * dst [M x N] (+)= stationary [K x M] transposed times moving [K x N], accumulated in fp32 in PSUM.
 * Limits of NeuronCore-v3: K and M at most 128, N at most 512 (one PSUM bank of fp32).
 *
 * @param start opens an accumulation group: dst is overwritten
 * @param stop closes it: dst may be read
 * @param doubleRow fp8 double-row mode: two K slices of 128 in one pass
 * @param oneZero an operand is known to hold nothing but ones and zeros
 */
public record NcMatmul(
    Access dst,
    Access stationary,
    Access moving,
    boolean start,
    boolean stop,
    boolean doubleRow,
    boolean oneZero)
    implements Instruction {
  /** A product of whose operands nothing is known. */
  public NcMatmul(
      Access dst,
      Access stationary,
      Access moving,
      boolean start,
      boolean stop,
      boolean doubleRow) {
    this(dst, stationary, moving, start, stop, doubleRow, false);
  }

  public NcMatmul {
    String op = "nc_matmul";
    require(dst.space() == MemorySpace.PSUM, op, "dst must be in PSUM", dst);
    require(dst.dtype() == DType.FP32, op, "dst must be fp32", dst);
    require(stationary.space() == MemorySpace.SBUF, op, "stationary must be in SBUF", stationary);
    require(moving.space() == MemorySpace.SBUF, op, "moving must be in SBUF", moving);
    require(stationary.rows() == moving.rows(), op, "operands must share K", stationary, moving);
    int slices = doubleRow ? 2 : 1;
    int m = stationary.elements() / slices;
    int n = moving.elements() / slices;
    require(m <= NkiLimits.STATIONARY, op, "stationary free size must be at most 128", stationary);
    require(n <= NkiLimits.MOVING, op, "moving free size must be at most 512", moving);
    boolean shaped = dst.rows() == m && dst.elements() == n;
    require(shaped, op, "dst must be stationary free x moving free", dst, stationary, moving);
    boolean wide = stationary.dtype().bytes() == 4;
    boolean paired = wide == (moving.dtype().bytes() == 4);
    require(paired, op, "fp32 pairs only with fp32", stationary, moving);
    boolean narrow = stationary.dtype().bytes() == 1 && moving.dtype().bytes() == 1;
    require(!doubleRow || narrow, op, "double-row mode needs fp8 operands", stationary, moving);
  }

  /** Whether it takes as long as another one: where their operands lie does not matter. */
  public boolean isLike(NcMatmul other) {
    return doubleRow == other.doubleRow
        && oneZero == other.oneZero
        && stationary.elements() == other.stationary.elements()
        && stationary.pattern().innerStride() == other.stationary.pattern().innerStride()
        && stationary.dtype() == other.stationary.dtype()
        && moving.elements() == other.moving.elements()
        && moving.pattern().innerStride() == other.moving.pattern().innerStride()
        && moving.rows() == other.moving.rows()
        && moving.dtype() == other.moving.dtype();
  }

  @Override
  public Engine engine() {
    return Engine.TENSOR;
  }

  @Override
  public String opcode() {
    return "nc_matmul";
  }

  @Override
  public OpcodeName profiled() {
    return OpcodeName.of("MATMUL");
  }

  @Override
  public List<Access> reads() {
    return Access.withIndexes(List.of(stationary, moving), List.of(dst));
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  @Override
  public NcMatmul with(UnaryOperator<Access> operands) {
    return new NcMatmul(
        operands.apply(dst),
        operands.apply(stationary),
        operands.apply(moving),
        start,
        stop,
        doubleRow,
        oneZero);
  }

  @Override
  public Cost cost(CostModel model) {
    return model.matmul(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.matmul(this);
  }
}

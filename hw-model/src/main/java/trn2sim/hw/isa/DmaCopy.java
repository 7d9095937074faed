package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * A transfer between HBM and SBUF, within either, with an optional cast or transpose on the way.
 *
 * @param dge who makes the descriptors
 * @param transpose dst [F x P] receives src [P x F], or so does each of several that lie side by
 *     side in both
 * @param adds to what is in dst, one row after another, by the compute logic of the DMA engines
 */
public record DmaCopy(
    Engine engine, Dge dge, Access dst, Access src, boolean transpose, boolean adds)
    implements Instruction {

  /**
   * Descriptor generation: built beforehand, by GpSimd software (all of a row at once, or one by
   * one as compilers of NKI's older dialect have it), or by the DGE hardware.
   */
  public enum Dge {
    STATIC,
    SWDGE,
    SWDGE_ONE_BY_ONE,
    HWDGE;

    public boolean isSoftware() {
      return this == SWDGE || this == SWDGE_ONE_BY_ONE;
    }

    boolean issuedBy(Engine engine) {
      return switch (this) {
        case STATIC -> engine != Engine.TENSOR;
        case SWDGE, SWDGE_ONE_BY_ONE -> engine == Engine.GPSIMD;
        case HWDGE -> engine == Engine.SYNC || engine == Engine.SCALAR;
      };
    }
  }

  public DmaCopy {
    String op = transpose ? "dma_transpose" : "dma_copy";
    require(dst.space() != MemorySpace.PSUM, op, "DMA cannot reach PSUM", dst);
    require(src.space() != MemorySpace.PSUM, op, "DMA cannot reach PSUM", src);
    require(dst.size() == src.size(), op, "dst and src must have the same size", dst, src);
    boolean cast = dst.dtype() != src.dtype();
    require(!cast || dge != Dge.HWDGE, op, "HWDGE cannot cast", dst, src);
    boolean moves = dst.movesAtRunTime() || src.movesAtRunTime();
    require(
        !moves || dge != Dge.STATIC, op, "static descriptors cannot move at run time", dst, src);
    if (transpose) {
      boolean turned = src.elements() % dst.rows() == 0;
      require(turned, op, "dst must be the shape of src transposed", dst, src);
      boolean turns = dst.dtype().bytes() > 1 || dge != Dge.HWDGE;
      require(turns, op, "HWDGE needs a 2- or 4-byte type", dst);
    }
    if (!dge.issuedBy(engine)) {
      throw new OperandException(op + ": " + dge + " is not issued by " + engine.label());
    }
  }

  public DmaCopy(Engine engine, Dge dge, Access dst, Access src, boolean transpose) {
    this(engine, dge, dst, src, transpose, false);
  }

  /** The same transfer, added to what is in dst. */
  public DmaCopy adding() {
    return new DmaCopy(engine, dge, dst, src, transpose, true);
  }

  /** From HBM, as opposed to towards it or within SBUF. */
  public boolean isLoad() {
    return src.space() == MemorySpace.HBM;
  }

  /**
   * Whether it moves as many bytes in the same way as another, between the same partitions, so that
   * both cost the same; where they are in HBM does not matter.
   */
  public boolean isLike(DmaCopy other) {
    return engine == other.engine
        && dge == other.dge
        && transpose == other.transpose
        && adds == other.adds
        && dst.isLike(other.dst)
        && src.isLike(other.src);
  }

  @Override
  public String opcode() {
    return transpose ? "dma_transpose" : "dma_copy";
  }

  @Override
  public OpcodeName profiled() {
    return OpcodeName.of(transpose ? "DMA_TRANSPOSE" : "DMA_DIRECT2D");
  }

  @Override
  public List<Access> reads() {
    return Access.withIndexes(adds ? List.of(src, dst) : List.of(src), List.of(dst));
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  @Override
  public DmaCopy with(UnaryOperator<Access> operands) {
    return new DmaCopy(engine, dge, operands.apply(dst), operands.apply(src), transpose, adds);
  }

  @Override
  public Cost cost(CostModel model) {
    return model.dma(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.dma(this);
  }
}

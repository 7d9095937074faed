package trn2sim.hw.cost;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.Arithmetic.Term;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.isa.TensorReduce;
import trn2sim.hw.isa.TileFunction;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

/** The general forms cost what the instructions with names of their own do. */
class ArithmeticCostTest {
  private static final int N = 960;

  private final NeuronCoreCost cost = new NeuronCoreCost(DeviceParameters.load("trn2").neuron(), 1);
  private final Tensors tensors = new Tensors();
  private final Access a = tile(MemorySpace.SBUF, N);
  private final Access b = tile(MemorySpace.SBUF, N);
  private final Access column = tile(MemorySpace.SBUF, 1);

  private Access tile(MemorySpace space, int cols) {
    return tensors.add("t", space, Buffer.Role.SCRATCH, DType.FP32, 128, cols).all();
  }

  private Access tile(DType dtype, int cols) {
    return tensors.add("t", MemorySpace.SBUF, Buffer.Role.SCRATCH, dtype, 128, cols).all();
  }

  private static Arithmetic of(Engine engine, Access dst, Access src, Term... terms) {
    return new Arithmetic(engine, "tensor_scalar", dst, src, List.of(terms));
  }

  private Cost elementwise(Op op, Access dst, Optional<Access> other) {
    return cost.elementwise(new Elementwise(Engine.VECTOR, op, dst, Optional.of(a), other, 2));
  }

  @ParameterizedTest
  @EnumSource(AluOp.class)
  void costsByClassNotByOperation(AluOp op) {
    Term number = new Term(op, new Arithmetic.Immediate(2), false);
    Term each = new Term(op, new Arithmetic.Elements(b), true);
    Term row = new Term(op, new Arithmetic.Column(column), false);
    Cost plain = elementwise(Op.TENSOR_SCALAR_ADD, a, Optional.empty());
    Cost pointed = elementwise(Op.TENSOR_SCALAR_ADD, a, Optional.of(column));
    assertEquals(plain, cost.arithmetic(of(Engine.VECTOR, a, a, number)));
    assertEquals(plain, cost.arithmetic(of(Engine.VECTOR, a, a, number, number)), "two for one");
    assertEquals(pointed, cost.arithmetic(of(Engine.VECTOR, a, a, row)));
    assertEquals(
        elementwise(Op.TENSOR_TENSOR_ADD, a, Optional.of(b)),
        cost.arithmetic(of(Engine.VECTOR, a, a, number, each)));
  }

  /** scalar_tensor_tensor reads its scalar as tensor_scalar does: 159 ns + 960 cycles + 57 ns. */
  @Test
  void aColumnBesideATensorIsReadToo() {
    Term row = new Term(AluOp.MULTIPLY, new Arithmetic.Column(column), false);
    Term each = new Term(AluOp.ADD, new Arithmetic.Elements(b), false);
    Cost.Fixed both = (Cost.Fixed) cost.arithmetic(of(Engine.VECTOR, a, a, row, each));
    assertEquals(159_000 + 1_000_000 + 57_000, both.latencyPs());
  }

  /** 159 ns + half a cycle for each of 960 elements of 16 bits, whatever the operations. */
  @Test
  void twoOperationsOnTensorsTakeTheTimeOfOne() {
    Access x = tile(DType.BF16, N);
    Access y = tile(DType.BF16, N);
    assertEquals(159_000 + 500_000, latency(x, y, AluOp.SUBTRACT, AluOp.MULTIPLY));
    assertEquals(159_000 + 500_000, latency(x, y, AluOp.MULTIPLY, AluOp.MAXIMUM));
    Access half = tile(DType.FP16, N + 1);
    assertEquals(159_000 + 500_521, latency(half, half, AluOp.MULTIPLY, AluOp.ADD));
    Term each = new Term(AluOp.MAXIMUM, new Arithmetic.Elements(y), false);
    Cost.Fixed single = (Cost.Fixed) cost.arithmetic(of(Engine.VECTOR, x, x, each));
    assertEquals(159_000 + 500_000, single.latencyPs(), "tensor_tensor");
  }

  private long latency(Access x, Access y, AluOp first, AluOp second) {
    Term number = new Term(first, new Arithmetic.Immediate(2), false);
    Term each = new Term(second, new Arithmetic.Elements(y), false);
    return ((Cost.Fixed) cost.arithmetic(of(Engine.VECTOR, x, x, number, each))).latencyPs();
  }

  @Test
  void reductionCostsItsSource() {
    assertEquals(
        elementwise(Op.TENSOR_REDUCE_MAX, column, Optional.empty()),
        cost.reduce(new TensorReduce(column, a, AluOp.MINIMUM, true)));
    Access four = tile(MemorySpace.SBUF, 4);
    assertEquals(
        cost.reduce(new TensorReduce(column, a, AluOp.ADD, false)),
        cost.reduce(new TensorReduce(four, a, AluOp.ADD, false)));
  }

  /** A copy of one column follows: the sums are read by a second instruction. */
  @Test
  void sumsAreASecondInstruction() {
    Activation alone = new Activation(a, b, Activation.Function.EXP, 1, Optional.empty());
    Activation summing =
        new Activation(
            a,
            b,
            Activation.Function.EXP,
            1,
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.of(new Activation.Rows(column, TileOp.Fold.of(AluOp.ADD), column)));
    Cost.Fixed one = (Cost.Fixed) cost.activation(alone);
    Cost.Fixed both = (Cost.Fixed) cost.activation(summing);
    Elementwise copy =
        new Elementwise(
            Engine.SCALAR, Op.TENSOR_COPY, column, Optional.of(column), Optional.empty(), 0);
    Cost.Fixed small = (Cost.Fixed) cost.elementwise(copy);
    assertEquals(one.issuePs() + small.issuePs(), both.issuePs());
    assertEquals(one.issuePs() + small.latencyPs(), both.latencyPs());
  }

  @Test
  void refusesWhatTheEnginesCannot() {
    Term number = new Term(AluOp.ADD, new Arithmetic.Immediate(2), false);
    Term wide = new Term(AluOp.ADD, new Arithmetic.Column(b), false);
    Access far = tile(MemorySpace.HBM, N);
    Access psum = tile(MemorySpace.PSUM, N);
    assertThrows(OperandException.class, () -> of(Engine.SCALAR, a, a, number));
    assertThrows(OperandException.class, () -> of(Engine.VECTOR, a, a));
    assertThrows(OperandException.class, () -> of(Engine.VECTOR, a, a, wide));
    assertThrows(OperandException.class, () -> of(Engine.VECTOR, a, far, number));
    assertThrows(OperandException.class, () -> of(Engine.VECTOR, column, a, number));
    assertThrows(OperandException.class, () -> of(Engine.GPSIMD, a, psum, number));
    assertThrows(OperandException.class, () -> new TensorReduce(column, a, AluOp.LESS, false));
    assertDoesNotThrow(() -> new TensorReduce(column, a, AluOp.SUBTRACT, false));
    assertDoesNotThrow(() -> new TensorReduce(column, a, AluOp.LOGICAL_XOR, false));
    Access seven = tile(MemorySpace.SBUF, 7);
    assertThrows(OperandException.class, () -> new TensorReduce(seven, a, AluOp.ADD, false));
  }

  /** 150 cycles of 1.2 GHz, and 8 for a single element of an index, 1.875 for each of 8 in fp32. */
  @ParameterizedTest
  @CsvSource({"FP32, 1, 64, 551667", "FP32, 8, 64, 925000", "BF16, 8, 64, 525000"})
  void localGather(DType type, int each, int valid, long ps) {
    Access src = tile(type, 4096);
    Access dst = tile(type, each * valid);
    TileOp op = new TileOp.LocalGather(each, valid);
    TileFunction gather =
        new TileFunction(Engine.GPSIMD, op, List.of(dst), List.of(src, tile(DType.UINT16, 4)));
    assertEquals(new Cost.Fixed(ps, ps, -1), cost.tile(gather));
  }

  /** One instruction for every 512 elements, each with a start of its own. */
  @ParameterizedTest
  @CsvSource({"512, 551667", "513, 677500", "1200, 1375000"})
  void gatherWithinPartitions(int elements, long ps) {
    Access src = tile(DType.FP32, elements);
    TileFunction gather =
        new TileFunction(Engine.GPSIMD, TileOp.Plain.NC_N_GATHER, List.of(src), List.of(src, src));
    assertEquals(new Cost.Fixed(ps, ps, -1), cost.tile(gather));
  }
}
